//! The text of a test.

use camino::Utf8Path;
use lowering::ids::Id as _;
use lowering::ir::interp::{Cause, Choice};
use lowering::ir::state::{State, Value};
use lowering::ir::types::{Ty, TyId};
use lowering::ir::{Harness, Obligation, ObligationKind, Program};
use lowering::span::SourceMap;

use super::body::Body;
use super::broken::broken;
use super::choices::Choices;
use super::ending::{Ending, ending};
use super::made_up;
use super::place::{is_in_body, module_at};
use super::playback;
use super::setup::{Argument, Needs, Setup};
use super::stand_ins::{self, StandIn};
use super::writer::Writer;
use super::{Fails, NotReplayable, Replay, impossible, unobservable};
use crate::report::counterexample::{Part, Refusal, follows_nowhere};
use crate::report::obligation;

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
    /// Why the clause cannot be evaluated, if that is what is wrong with it.
    pub undefined: Option<&'a str>,
    /// Where the functions that it calls came to their answers.
    pub refusals: &'a [Refusal],
    /// What the run was given on its way.
    pub choices: &'a [Choice],
    /// The calls that a contract stood for.
    pub stand_ins: &'a [StandIn<'a>],
}

/// Columns of a line of the test, as rustfmt has it.
pub(super) const WIDTH: usize = 100;
/// How often a test is tried that depends on what std leaves open.
const ROUNDS: usize = 256;

/// The test of a counterexample.
pub fn test(found: &Found<'_>) -> Result<Replay, NotReplayable> {
    let ends = ending(found)?;
    if found.harness.exchanges {
        return unobservable("functions are exchanged for others, which rustc does not do");
    }
    let span = found.harness.span;
    if is_in_body(&found.sources.file(span.file).text, span.start as usize) {
        return unobservable("it is inside of another function, where no test can call it");
    }
    let writer = Writer {
        types: &found.program.types,
        sources: found.sources,
        root: found.root,
        function: found.harness.span,
        params: &found.harness.params,
        made_up: made_up::names(found),
        opened: Default::default(),
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
    let choices = Choices::new(found, &writer, &arguments)?;
    let needs = Needs {
        faults: matches!(ends, Ending::Faults | Ending::FaultsLater),
        lost: match found.cause {
            Cause::Lost(object) => Some(*object),
            _ => None,
        },
        dropped: is_drop(&found.harness.function)
            .then(|| arguments.first().map(|it| it.value))
            .flatten(),
    };
    let mut setup = Setup::new(&writer, found.pre, &arguments, needs)?;
    let mut passed = Vec::new();
    let mut receiver = None;
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(closure) = choices.answering(&argument.name, &mut setup)? {
            passed.push(closure);
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
        let untold = writer.is_generic(argument.ty) && !tells_types(&writer, &text);
        if by_value && (setup.shares() || untold) {
            // What is counted is counted right only when the helping variables are gone; `None` says of no type
            // what it is an option of.
            let name = setup.fresh(&argument.name);
            let ty = match untold {
                true => annotation(&writer, argument.ty),
                false => String::new(),
            };
            setup.lines.push(format!("let {name}{ty} = {text};"));
            text = name;
        } else if untold && let Value::Slice(..) = argument.value {
            let name = setup.fresh(&argument.name);
            let ty = annotation(&writer, argument.ty);
            setup.lines.push(format!("let {name}{ty} = {text};"));
            text = name;
        }
        passed.push(text);
    }
    setup.drop_counted();
    let path = match arguments.iter().any(|it| writer.is_generic(it.ty)) {
        true => found.harness.function.clone(),
        false => with_arguments(found, &writer),
    };
    let mut call = call(&writer, &path, receiver, &passed);
    if found.harness.is_unsafe {
        call = format!("unsafe {{ {call} }}");
    }
    if let Some(values) = playback::values(found, &writer)? {
        let Some(harness) = call.strip_suffix("()") else {
            return impossible("values are chosen in a function that takes arguments");
        };
        call = format!("kani::concrete_playback_run(values, {harness})");
        setup.lines.extend(values);
    }
    let mut lines: Vec<String> = std::mem::take(&mut setup.lines)
        .iter()
        .flat_map(|line| broken(line, WIDTH - 4))
        .collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let stand_ins = stand_ins::written(found, &writer)?;
    let mut items = made_up::items(found, &writer)?;
    if !items.is_empty() {
        items.push(String::new());
    }
    lines.splice(0..0, items);
    lines.extend(stand_ins.comments);
    let body = Body {
        found,
        writer: &writer,
        choices: &choices,
        arguments: &arguments,
        call,
    };
    lines.extend(match ends {
        Ending::FailsInside => body.fails_inside(),
        Ending::Faults | Ending::Panics | Ending::Refused => body.called(),
        Ending::FaultsLater => body.faults_later(),
        Ending::ReturnsInstead => body.returns_instead(),
        Ending::Returns | Ending::PanicsWrongly | Ending::Loses => {
            body.compared(ends, &mut setup)?
        }
    });
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
        edits: [stand_ins.edits, writer.openings()].concat(),
        may_pass: choices.left_open,
        fails: match (ends, found.cause) {
            (Ending::Panics, Cause::Panic(panic)) => Fails::Panic {
                message: panic.message.clone(),
                at: (
                    found.sources.file(at.file).path.clone(),
                    found.sources.start(at).line,
                ),
            },
            (Ending::Refused, _) => Fails::Panic {
                message: said(found),
                at: (String::new(), 0),
            },
            (Ending::Faults | Ending::FaultsLater, _) => Fails::Fault,
            (Ending::Loses, _) => Fails::Leak,
            (Ending::FailsInside, _) => Fails::Inside {
                line: found.sources.start(at).line,
                undefined: found.violated.kind == ObligationKind::NotWellDefined,
                stops: found.undefined.is_some_and(follows_nowhere),
            },
            _ => Fails::Found,
        },
    })
}

pub(super) fn annotation(writer: &Writer<'_>, ty: TyId) -> String {
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

/// Whether an expression has something of every type in it that is made up, so that rustc can tell the types.
fn tells_types(writer: &Writer<'_>, text: &str) -> bool {
    text.contains("_u32")
        || writer
            .made_up
            .values()
            .any(|name| text.contains(&format!("{name}(")))
}

/// The path of a function that no argument tells the type parameters of: `Ring::<u32>::new`, by the type that it
/// makes, or the only one of that name.
fn with_arguments(found: &Found<'_>, writer: &Writer<'_>) -> String {
    let path = &found.harness.function;
    let Some((owner, method)) = path.rsplit_once("::") else {
        return path.clone();
    };
    let name = owner.rsplit("::").next().unwrap_or(owner);
    let target = &found.program.procs[found.harness.target];
    let made = target.locals[target.ret].ty;
    let is_owner = |ty: TyId| match writer.types.get(ty) {
        Ty::Adt(adt) => writer.types.adt(*adt).base_name == name && writer.is_generic(ty),
        _ => false,
    };
    let mut owners = writer.types.iter().map(|(ty, _)| ty);
    let first = owners.find(|ty| is_owner(*ty));
    let ty = match (is_owner(made), first, owners.any(is_owner)) {
        (true, ..) => made,
        (false, Some(only), false) => only,
        _ => return path.clone(),
    };
    let text = writer.type_text(ty);
    match text.split_once('<') {
        Some((_, arguments)) => format!("{owner}::<{arguments}::{method}"),
        None => path.clone(),
    }
}

fn call(
    writer: &Writer<'_>,
    function: &str,
    receiver: Option<String>,
    passed: &[String],
) -> String {
    let args = passed.join(", ");
    if let (Some(receiver), true) = (&receiver, is_drop(function)) {
        return format!("unsafe {{ std::ptr::drop_in_place(&mut *{receiver}) }}");
    }
    if let Some(receiver) = receiver {
        let method = function.rsplit("::").next().unwrap_or(function);
        return format!("{receiver}.{method}({args})");
    }
    // `<Stack as FromIterator>::from_iter`: arguments of the types are inferred of `Stack::from_iter`.
    let of_trait = function
        .strip_prefix('<')
        .and_then(|rest| rest.split_once(">::"))
        .and_then(|(head, method)| Some((head.split_once(" as ")?.0, method)));
    let function = &match of_trait {
        Some((ty, method)) => format!("{ty}::{method}"),
        None => function.to_owned(),
    };
    let module = writer.module_of(writer.function).join("::");
    let inside = function
        .strip_prefix(&module)
        .and_then(|rest| rest.strip_prefix("::"));
    let path = match (module.is_empty(), inside) {
        (true, _) => function.clone(),
        (false, Some(inside)) => inside.to_owned(),
        (false, None) => format!("crate::{function}"),
    };
    format!("{path}({args})")
}

/// Whether the function is the destructor of a type, which is not called by its name.
pub(super) fn is_drop(function: &str) -> bool {
    function.ends_with("as Drop>::drop")
}

pub(super) fn said(found: &Found<'_>) -> String {
    obligation::headline(found.violated.kind, &found.harness.function)
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
