//! Functions that a contract stands for. In the copy of the crate their bodies start with what they did
//! in the run, call by call, as long as the test at hand runs; other tests see them as they are.

use std::collections::BTreeMap;

use lowering::ir::ProcId;
use lowering::ir::state::{State, Value};
use lowering::ir::types::Ty;

use super::setup::{Needs, Setup};
use super::source::body_start;
use super::write::{Found, said};
use super::writer::Writer;
use super::{Edit, NotReplayable, TEST, impossible};
use crate::report::behind::behind;

/// A call that a contract stood for.
#[derive(Clone, Copy, Debug)]
pub struct StandIn<'t> {
    /// The function.
    pub proc: ProcId,
    /// What it was given.
    pub args: &'t [Value],
    /// The state that it left.
    pub after: Option<&'t State>,
    /// How it ended.
    pub end: StandInEnd<'t>,
}

/// How such a call ended.
#[derive(Clone, Copy, Debug)]
pub enum StandInEnd<'t> {
    /// It gave this.
    Returned(&'t Value),
    /// It panicked with this message.
    Panicked(&'t str),
    /// Its precondition does not hold.
    Refused,
}

/// What keeps count of the calls, to be added to the crate root.
pub(super) const COUNTER: &str = r#"
#[cfg(test)]
pub(crate) mod bverify_stand_in {
    use std::cell::RefCell;

    type Calls = (&'static str, Vec<&'static str>);
    thread_local!(static CALLS: RefCell<Calls> = const { RefCell::new(("", Vec::new())) });

    /// From here on, calls are those of a test.
    pub fn begin(test: &'static str) {
        CALLS.set((test, Vec::new()));
    }

    /// The number of this call among those of a function in a test; nothing in other tests.
    pub fn call(test: &str, function: &'static str) -> Option<usize> {
        CALLS.with_borrow_mut(|(current, calls)| {
            let number = calls.iter().filter(|other| **other == function).count();
            calls.push(function);
            (*current == test).then_some(number)
        })
    }
}
"#;

/// What a run's stand-ins come to in a test.
#[derive(Default)]
pub(super) struct Written {
    /// What they did, as comments.
    pub(super) comments: Vec<String>,
    /// What is added to their bodies.
    pub(super) edits: Vec<Edit>,
}

/// Writes what functions with bodies did; methods that have none are those of made-up types.
pub(super) fn written(found: &Found<'_>, writer: &Writer<'_>) -> Result<Written, NotReplayable> {
    let mut calls: BTreeMap<ProcId, Vec<&StandIn<'_>>> = BTreeMap::new();
    for call in found.stand_ins {
        calls.entry(call.proc).or_default().push(call);
    }
    let mut written = Written::default();
    for (proc, calls) in calls {
        let span = found.program.procs[proc].span;
        let text = &found.sources.file(span.file).text;
        let Some(at) = body_start(text, span.end as usize) else {
            continue;
        };
        let own = Writer {
            function: span,
            ..writer.clone()
        };
        let name = &found.program.procs[proc].name;
        let mut arms = String::new();
        for (number, call) in calls.into_iter().enumerate() {
            let done = done(found, &own, call)?;
            arms.push_str(&format!("Some({number}) => {{ {done} }} "));
            let done = done.trim_start_matches("return ").trim_end_matches(';');
            let line = format!("// `{name}`, which its contract stands for, does: {done}");
            written.comments.push(line);
        }
        if !arms.is_empty() {
            let text = format!(
                " match crate::bverify_stand_in::call({TEST:?}, {name:?}) {{ {arms}_ => {{}} }} "
            );
            let file = span.file;
            written.edits.push(Edit { file, at, text });
        }
    }
    Ok(written)
}

/// What a call did, as statements: where its precondition stopped it, it panics.
pub(super) fn done(
    found: &Found<'_>,
    writer: &Writer<'_>,
    call: &StandIn<'_>,
) -> Result<String, NotReplayable> {
    let proc = &found.program.procs[call.proc];
    let mut statements = Vec::new();
    let Some(state) = call.after else {
        return impossible("it is not known what a trusted function left");
    };
    let mut setup = Setup::new(writer, state, &[], Needs::default())?;
    if !matches!(call.end, StandInEnd::Refused) {
        for (param, arg) in proc.params.iter().zip(call.args) {
            let local = &proc.locals[*param];
            let (Ty::Ref { mutable: true, to }, Value::Pointer(pointer)) =
                (found.program.types.get(local.ty), arg)
            else {
                continue;
            };
            let Some(name) = &local.name else {
                return impossible("a trusted function with a parameter that has no name");
            };
            let Some(value) = behind(&state.objects, pointer) else {
                return impossible("a trusted function that ends what it was lent");
            };
            let value = setup.expr(*to, value)?;
            statements.push(format!("*{name} = {value};"));
        }
    }
    statements.push(match call.end {
        StandInEnd::Refused => format!("panic!({:?});", said(found)),
        StandInEnd::Panicked(message) => format!("panic!({message:?});"),
        StandInEnd::Returned(value) => {
            let ty = proc.locals[proc.ret].ty;
            match *found.program.types.get(ty) == Ty::Tuple(Vec::new()) {
                true => "return;".into(),
                false => format!("return {};", setup.expr(ty, value)?),
            }
        }
    });
    Ok(statements.join(" "))
}
