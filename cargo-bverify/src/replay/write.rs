//! The text of a test.

use camino::Utf8Path;
use lowering::ids::Id as _;
use lowering::ir::interp::{Cause, Choice};
use lowering::ir::state::{State, Value};
use lowering::ir::types::{Ty, TyId};
use lowering::ir::{Harness, MemoryError, Obligation, ObligationKind, Program};
use lowering::span::SourceMap;

use super::broken::broken;
use super::choices::Choices;
use super::compare::{Comparison, Seen};
use super::place::module_at;
use super::setup::{Argument, Setup};
use super::writer::Writer;
use super::{Fails, NotReplayable, Replay, unobservable};
use crate::report::counterexample::Part;
use crate::report::{obligation, parts};

/// What was found, as the interpreter left it.
pub struct Found<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function and its harness.
    pub harness: &'a Harness,
    /// The files.
    pub sources: &'a SourceMap,
    /// The crate root as it is shown.
    pub root: &'a Utf8Path,
    /// The state on entry.
    pub pre: &'a State,
    /// The state at the end.
    pub post: &'a State,
    /// What the function returned, if it did.
    pub returned: Option<&'a Value>,
    /// What does not hold.
    pub violated: &'a Obligation,
    /// What made it so.
    pub cause: &'a Cause,
    /// Whether a panic leaves the function.
    pub panics: bool,
    /// What the parts of the clause are worth.
    pub parts: &'a [Part],
    /// What the run was given on its way.
    pub choices: &'a [Choice],
}

/// Columns of a line of the test, as rustfmt has it.
const WIDTH: usize = 100;
/// How often a test is tried that depends on what std leaves open.
const ROUNDS: usize = 256;

/// The test of a counterexample.
pub fn test(found: &Found<'_>) -> Result<Replay, NotReplayable> {
    let ends = ending(found)?;
    let writer = Writer {
        types: &found.program.types,
        sources: found.sources,
        root: found.root,
        function: found.harness.span,
    };
    let entry = &found.program.procs[found.harness.entry];
    let params = entry.params.iter().zip(&found.pre.inputs);
    let mut arguments: Vec<Argument<'_>> = Vec::new();
    let mut is_method = false;
    for (param, value) in params {
        let local = &entry.locals[*param];
        let name = match local.name.as_deref() {
            Some("self") => {
                is_method = true;
                receiver_name(&writer, local.ty)
            }
            Some(name) => name.to_owned(),
            None => format!("arg{}", param.index()),
        };
        arguments.push(Argument {
            name,
            ty: local.ty,
            value,
        });
    }
    let choices = Choices::new(found, &arguments)?;
    let mut setup = Setup::new(&writer, found.pre, &arguments, ends == Ending::Faults)?;
    let mut passed = Vec::new();
    let mut receiver = None;
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(closure) = choices.closure(&argument.name, &mut setup)? {
            passed.push(match writer.types.get(argument.ty) {
                Ty::Ref { mutable: true, .. } => format!("&mut {closure}"),
                Ty::Ref { mutable: false, .. } => format!("&{closure}"),
                _ => closure,
            });
            continue;
        }
        let mut text = setup.expr(argument.ty, argument.value)?;
        let by_value = !matches!(writer.types.get(argument.ty), Ty::Ref { .. });
        if is_method && index == 0 {
            if by_value {
                let name = setup.fresh(&argument.name);
                let ty = annotation(&writer, argument.ty);
                setup.lines.push(format!("let {name}{ty} = {text};"));
                text = name;
            }
            let plain = text.trim_start_matches("&mut ").trim_start_matches('&');
            receiver = Some(plain.to_owned());
            continue;
        }
        if let Value::Slice(..) = argument.value
            && let Some(array) = text.strip_prefix("&mut ")
        {
            // What a slice leads to is looked at after the call.
            let name = setup.fresh(&argument.name);
            setup.lines.push(format!("let mut {name} = {array};"));
            text = format!("&mut {name}");
        }
        if by_value && setup.shares() {
            // What is counted is counted right only when the helping variables are gone.
            let name = setup.fresh(&argument.name);
            setup.lines.push(format!("let {name} = {text};"));
            text = name;
        }
        passed.push(text);
    }
    setup.drop_counted();
    let call = call(&writer, &found.harness.function, receiver, &passed);
    let mut lines: Vec<String> = std::mem::take(&mut setup.lines)
        .iter()
        .flat_map(|line| broken(line, WIDTH - 4))
        .collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    match ends {
        Ending::FailsInside => {
            lines.push("// fails with RUSTFLAGS=\"--cfg bverify_runtime\", which makes".into());
            lines.push(format!("// assertions of claims: {}", said(found)));
            lines.push(format!("{call};"));
        }
        Ending::Faults => {
            lines.push(format!("// {}", said(found)));
            lines.push(format!("{call};"));
        }
        Ending::Panics => {
            lines.push(format!("// {}", said(found)));
            lines.push(format!("{call};"));
        }
        Ending::ReturnsInstead => {
            lines.push(format!("{call};"));
            lines.push(format!("panic!({:?});", said(found)));
        }
        Ending::Returns | Ending::PanicsWrongly => {
            let target = &found.program.procs[found.harness.target];
            let ret = target.locals[target.ret].ty;
            let is_unit = *writer.types.get(ret) == Ty::Tuple(Vec::new());
            let mut comparison = Comparison::new(&mut setup, found.post);
            let mut conditions = Vec::new();
            for (argument, after) in arguments.iter().zip(&found.post.inputs) {
                let Ty::Ref { to, .. } = writer.types.get(argument.ty) else {
                    continue;
                };
                if let (Value::Slice(..), Ty::Ref { mutable: true, .. }) =
                    (after, writer.types.get(argument.ty))
                {
                    let seen = Seen::at(argument.name.clone());
                    conditions.extend(comparison.conditions(&seen, argument.ty, after)?);
                }
                let Value::Pointer(pointer) = after else {
                    continue;
                };
                let Some(object) = found.post.objects.get(pointer.object) else {
                    continue;
                };
                if !pointer.path.is_empty() || !is_whole_root(&arguments, argument, pointer.object)
                {
                    continue;
                }
                let seen = Seen::at(argument.name.clone());
                conditions.extend(comparison.conditions(&seen, *to, &object.value)?);
            }
            match (ends, found.returned) {
                (Ending::Returns, Some(_)) if let Some(written) = choices.written_later(ret) => {
                    let written = comparison.written(written)?;
                    lines.push(format!("let result = {call};"));
                    lines.push(format!("*result = {written};"));
                }
                (Ending::PanicsWrongly, _) => {
                    lines.push(format!(
                        "let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {call}));"
                    ));
                    conditions.insert(0, "outcome.is_err()".into());
                }
                (_, Some(value)) if !is_unit => {
                    let ty = annotation(&writer, ret);
                    lines.push(format!("let result{ty} = {call};"));
                    // First, as it may borrow what the others look at.
                    let of_result = comparison.conditions(&Seen::at("result"), ret, value)?;
                    conditions.splice(0..0, of_result);
                }
                _ => lines.push(format!("{call};")),
            }
            if conditions.is_empty() {
                return unobservable("the call leaves nothing behind that a test could look at");
            }
            let is_unsafe = comparison.is_unsafe;
            lines.push(String::new());
            lines.extend(explanation(found));
            lines.extend(verdict(&conditions, is_unsafe));
            lines.push(format!("assert!(!violated, {:?});", said(found)));
        }
    }
    if choices.left_open {
        // Each map of std has an order of its own: some round meets the one that was found.
        let inside = lines.iter().map(|line| match line.is_empty() {
            true => String::new(),
            false => format!("    {line}"),
        });
        let mut rounds = vec!["// hash maps have an order of their own each time".to_owned()];
        rounds.push(format!("for _ in 0..{ROUNDS} {{"));
        rounds.extend(inside);
        rounds.push("}".into());
        lines = rounds;
    }
    let name = name(found);
    let body: String = lines.iter().map(|line| indented(line)).collect();
    let text = format!("#[test]\nfn {name}() {{\n{body}}}\n");
    let span = found.harness.span;
    let file = found.sources.file(span.file);
    let at = found.violated.span;
    Ok(Replay {
        name,
        text,
        file: span.file,
        offset: module_at(&file.text, span.start as usize).end,
        module: writer.module_of(span).join("::"),
        may_pass: choices.left_open,
        fails: match (ends, found.cause) {
            (Ending::Panics, Cause::Panic(panic)) => Fails::Panic {
                message: panic.message.clone(),
                at: (
                    found.sources.file(at.file).path.clone(),
                    found.sources.start(at).line,
                ),
            },
            (Ending::Faults, _) => Fails::Fault,
            (Ending::FailsInside, _) => Fails::Inside(found.sources.start(at).line),
            _ => Fails::Found,
        },
    })
}

/// How the call of a counterexample ends, as far as a test can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It uses memory that is not its own.
    Faults,
    /// A claim in its body does not hold.
    FailsInside,
    /// It panics, and must not.
    Panics,
    /// It returns, and should have panicked.
    ReturnsInstead,
    /// It returns, and leaves the wrong state or result.
    Returns,
    /// It panics, which is allowed, and leaves the wrong state.
    PanicsWrongly,
}

fn ending(found: &Found<'_>) -> Result<Ending, NotReplayable> {
    match (found.violated.kind, found.returned) {
        (ObligationKind::Memory(MemoryError::Uninit), _) => {
            unobservable("memory that was never written holds something all the same")
        }
        (ObligationKind::Memory(MemoryError::OutOfScope), _) => {
            unobservable("a variable that is gone seems to hold what it held")
        }
        (ObligationKind::Memory(MemoryError::Owner), _) => {
            unobservable("what the function leaves is wrong only for whoever drops it")
        }
        (ObligationKind::Memory(MemoryError::Overlap | MemoryError::Promise), _) => {
            unobservable("undefined behaviour that touches no memory has no outcome to look at")
        }
        (ObligationKind::Memory(MemoryError::Leak), _) => {
            unobservable("memory that is lost is not missed by a program that runs")
        }
        (ObligationKind::Memory(_), _) => match cfg!(unix) {
            true => Ok(Ending::Faults),
            false => {
                unobservable("a memory error has no defined outcome that a test could look at")
            }
        },
        (ObligationKind::Panic(_), _) => Ok(Ending::Panics),
        (ObligationKind::MissingPanic, _) => Ok(Ending::ReturnsInstead),
        (ObligationKind::OnPanic, _) => Ok(Ending::PanicsWrongly),
        (ObligationKind::Termination, _) => {
            unobservable("a measure is no part of the program that runs")
        }
        (_, Some(_)) => Ok(Ending::Returns),
        (_, None) if found.panics => Ok(Ending::PanicsWrongly),
        (
            ObligationKind::Proof
            | ObligationKind::LoopInvariant
            | ObligationKind::Precondition
            | ObligationKind::NotWellDefined,
            None,
        ) => Ok(Ending::FailsInside),
        (_, None) => unobservable("it fails before the call returns, where no test can look"),
    }
}

/// Whether the argument is the one that the object is called by.
fn is_whole_root(
    arguments: &[Argument<'_>],
    argument: &Argument<'_>,
    object: lowering::ir::state::ObjectId,
) -> bool {
    let leads = |other: &&Argument<'_>| match other.value {
        Value::Pointer(pointer) => pointer.object == object && pointer.path.is_empty(),
        _ => false,
    };
    let first = arguments.iter().find(leads);
    first.is_some_and(|first| first.name == argument.name)
}

fn annotation(writer: &Writer<'_>, ty: TyId) -> String {
    match writer.is_generic(ty) {
        true => format!(": {}", writer.type_text(ty)),
        false => String::new(),
    }
}

/// `Stack` is `stack`; what has no name of its own is `this`.
fn receiver_name(writer: &Writer<'_>, ty: TyId) -> String {
    let ty = writer.types.pointee(ty).unwrap_or(ty);
    let Ty::Adt(adt) = writer.types.get(ty) else {
        return "this".into();
    };
    let mut name = String::new();
    for (at, character) in writer.types.adt(*adt).base_name.chars().enumerate() {
        if character.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(character.to_lowercase());
    }
    const KEYWORDS: [&str; 12] = [
        "box", "type", "match", "loop", "move", "ref", "mod", "enum", "trait", "use", "fn", "crate",
    ];
    match KEYWORDS.contains(&name.as_str()) {
        true => "this".into(),
        false => name,
    }
}

fn call(
    writer: &Writer<'_>,
    function: &str,
    receiver: Option<String>,
    passed: &[String],
) -> String {
    let args = passed.join(", ");
    if let Some(receiver) = receiver {
        let method = function.rsplit("::").next().unwrap_or(function);
        return format!("{receiver}.{method}({args})");
    }
    let module = writer.module_of(writer.function).join("::");
    let inside = function
        .strip_prefix(&module)
        .and_then(|rest| rest.strip_prefix("::"));
    let path = match (module.is_empty(), inside) {
        (true, _) => function.to_owned(),
        (false, Some(inside)) => inside.to_owned(),
        (false, None) => format!("crate::{function}"),
    };
    format!("{path}({args})")
}

fn said(found: &Found<'_>) -> String {
    obligation::headline(found.violated.kind, &found.harness.function)
}

/// The clause and its values as a comment.
fn explanation(found: &Found<'_>) -> Vec<String> {
    let text = found.sources.text(found.violated.span);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = found.sources.start(found.violated.span);
    let path = &found.sources.file(found.violated.span.file).path;
    let mut lines = vec![format!("// violates `{text}` ({path}:{}):", at.line)];
    if let Some(table) = parts::table(found.parts) {
        lines.extend(table.lines().map(|line| format!("//   {line}")));
    }
    lines
}

fn verdict(conditions: &[String], is_unsafe: bool) -> Vec<String> {
    let (open, close) = match is_unsafe {
        true => ("unsafe { ", " }"),
        false => ("", ""),
    };
    let line = format!("let violated = {open}{}{close};", conditions.join(" && "));
    if line.len() + 4 <= WIDTH {
        return vec![line];
    }
    let mut lines = vec![format!("let violated = {open}{}", conditions[0])];
    for condition in &conditions[1..] {
        lines.push(format!("    && {condition}"));
    }
    if let Some(last) = lines.last_mut() {
        last.push_str(close);
        last.push(';');
    }
    lines
}

fn indented(line: &str) -> String {
    match line.is_empty() {
        true => "\n".into(),
        false => format!("    {line}\n"),
    }
}

/// `Stack::push` that breaks an invariant is `stack_push_invariant`.
fn name(found: &Found<'_>) -> String {
    let kind = obligation::kind_name(found.violated.kind);
    let text = format!("{}_{kind}", found.harness.function);
    let mut name = String::new();
    for character in text.chars() {
        match character.is_alphanumeric() {
            true => name.extend(character.to_lowercase()),
            false if !name.ends_with('_') && !name.is_empty() => name.push('_'),
            false => {}
        }
    }
    name
}
