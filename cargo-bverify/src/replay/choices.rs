//! Functions that come as arguments: a closure that answers what the run was answered, by a table or
//! one answer after the other.

use lowering::ir::interp::Choice;
use lowering::ir::state::Value;
use lowering::ir::types::{Ty, TyId};
use lowering::span::SourceMap;

use super::items::{self, Items};
use super::made_up;
use super::playback;
use super::setup::{Argument, Setup};
use super::write::Found;
use super::writer::Writer;
use super::{NotReplayable, impossible, unobservable};

/// What a run was given on its way.
pub(super) struct Choices<'a> {
    found: &'a Found<'a>,
    functions: Vec<Function>,
    items: Option<Items>,
    /// Whether something was chosen that std leaves open.
    pub(super) left_open: bool,
}

/// An argument that is a function.
struct Function {
    /// The name of the argument.
    name: String,
    /// What it takes and gives: `Fn(i32) -> i32`.
    bound: String,
    /// What its answers are filed under: the type parameter, or the type.
    family: String,
    /// Which of its family it is.
    rank: Option<u32>,
    /// What comes before and after the closure: that of `&dyn Fn()` is borrowed, say.
    around: (&'static str, &'static str),
}

impl<'a> Choices<'a> {
    /// Looks through the choices of a run: each is an answer of a function that is an argument, or
    /// something that std leaves open.
    pub(super) fn new(
        found: &'a Found<'a>,
        writer: &Writer<'_>,
        arguments: &[Argument<'a>],
    ) -> Result<Self, NotReplayable> {
        let functions = arguments.iter();
        let functions = functions.filter_map(|argument| function(found, argument));
        let mut choices = Self {
            found,
            functions: functions.collect(),
            items: items::iterator(found, arguments)?,
            left_open: false,
        };
        for choice in found.choices {
            if choices
                .functions
                .iter()
                .any(|function| choices.answers(function, choice))
            {
                continue;
            }
            if is_written_later(choice, found.sources)
                || choices
                    .items
                    .as_ref()
                    .is_some_and(|it| it.answers(found, choice))
                || made_up::answers(found, writer, choice)
                || is_of_stand_in(found, choice)
                || playback::is_played(found, choice)
            {
                continue;
            }
            if let Some(function) = choice.function {
                let function = &found.program.functions[function];
                // What a hasher of std gives.
                if !found.sources.is_user(function.span) {
                    choices.left_open = true;
                    continue;
                }
                let name = &function.name;
                return impossible(format!(
                    "the run depends on what `{name}` gives, which no type is made up for"
                ));
            }
            if found.sources.is_user(choice.span) {
                let what = found.sources.text(choice.span).trim();
                if what.ends_with('}') {
                    return unobservable(
                        "what a ghost field starts with is no part of the program that runs",
                    );
                }
                return match what.split_once("fn ").or(what.split_once("&mut ")) {
                    Some(_) => impossible("the run depends on what a trusted function does"),
                    None => {
                        let what = what.lines().next().unwrap_or_default();
                        impossible(format!("the run depends on what `{what}` may give"))
                    }
                };
            }
            choices.left_open = true;
        }
        Ok(choices)
    }

    /// What is written through the borrows that the function returns, after the call: where, and what.
    pub(super) fn written_later(
        &self,
        ret: TyId,
        returned: Option<&Value>,
    ) -> Vec<(String, &'a Choice)> {
        let choices = self.found.choices.iter();
        let choices = choices.filter(|it| is_written_later(it, self.found.sources));
        let mut places = Vec::new();
        if let Some(returned) = returned {
            self.mutable_parts(ret, returned, "result", &mut places);
        }
        places.into_iter().zip(choices).collect()
    }

    /// The `&mut` in a value, as places of it.
    fn mutable_parts(&self, ty: TyId, value: &Value, place: &str, found: &mut Vec<String>) {
        let types = &self.found.program.types;
        match (types.get(ty), value) {
            (Ty::Ref { mutable: true, .. }, _) => found.push(place.to_owned()),
            (Ty::Tuple(parts), Value::Adt(_, fields)) => {
                for (at, (ty, field)) in parts.iter().zip(fields).enumerate() {
                    self.mutable_parts(*ty, field, &format!("{place}.{at}"), found);
                }
            }
            (Ty::Adt(adt), Value::Adt(variant, fields)) if types.adt(*adt).is_enum => {
                let inner = types.field_types(ty, *variant);
                if let ([ty], [field], "Option" | "Result") = (
                    inner.as_slice(),
                    fields.as_slice(),
                    types.adt(*adt).base_name.as_str(),
                ) {
                    let unwrap = match types.adt(*adt).variants[*variant].name.as_str() {
                        "Err" => "unwrap_err",
                        _ => "unwrap",
                    };
                    self.mutable_parts(*ty, field, &format!("{place}.{unwrap}()"), found);
                }
            }
            _ => {}
        }
    }

    /// The argument as an expression that answers what the run was answered, if it is a function or an iterator.
    pub(super) fn answering(
        &self,
        name: &str,
        setup: &mut Setup<'a>,
    ) -> Result<Option<String>, NotReplayable> {
        if let Some(items) = self.items.as_ref().filter(|it| it.name == name) {
            let written = items.written(self.found, setup, self.found.choices)?;
            return Ok(Some(written));
        }
        let Some(function) = self.functions.iter().find(|it| it.name == name) else {
            return Ok(None);
        };
        let closure = self.table(function, setup)?;
        let (before, after) = function.around;
        Ok(Some(format!("{before}{closure}{after}")))
    }

    /// A closure that answers what the run was answered.
    fn table(&self, function: &Function, setup: &mut Setup<'a>) -> Result<String, NotReplayable> {
        let bound = function.bound.as_str();
        let arity = arity(bound);
        let params: Vec<String> = (0..arity).map(|at| format!("x{at}")).collect();
        let params = params.join(", ");
        let choices = self.found.choices.iter();
        let answers: Vec<&Choice> = choices.filter(|it| self.answers(function, it)).collect();
        // One that is given what cannot be compared answers anew each time, though it be an `Fn`.
        let anew = !bound.starts_with("FnMut") && answers.iter().any(|it| it.remembers);
        if anew && returns(bound) && !answers.is_empty() {
            let mut written = Vec::new();
            for answer in &answers {
                written.push(setup.expr(answer.ty, &answer.value)?);
            }
            let name = setup.fresh("answers");
            let list = format!("[{}].into_iter()", written.join(", "));
            setup
                .lines
                .push(format!("let {name} = std::cell::RefCell::new({list});"));
            let unused = params.replace('x', "_x");
            return Ok(format!("|{unused}| {name}.borrow_mut().next().unwrap()"));
        }
        if bound.starts_with("FnMut") || arity == 0 {
            let mut written = Vec::new();
            for answer in &answers {
                written.push(setup.expr(answer.ty, &answer.value)?);
            }
            let unused = params.replace('x', "_x");
            if let ([at], false) = (written_params(bound).as_slice(), returns(bound)) {
                let name = setup.fresh("answers");
                let line = format!("let mut {name} = [{}].into_iter();", written.join(", "));
                setup.lines.push(line);
                let params = unused.replace(&format!("_x{at}"), &format!("x{at}"));
                return Ok(format!("|{params}| *x{at} = {name}.next().unwrap()"));
            }
            return Ok(match (written.as_slice(), bound.starts_with("FnMut")) {
                ([], _) => format!("|{unused}| unreachable!()"),
                ([only, ..], false) => format!("|{unused}| {only}"),
                (many, true) => {
                    let name = setup.fresh("answers");
                    let line = format!("let mut {name} = [{}].into_iter();", many.join(", "));
                    setup.lines.push(line);
                    format!("|{unused}| {name}.next().unwrap()")
                }
            });
        }
        let mut arms: Vec<String> = Vec::new();
        for answer in &answers {
            let mut patterns = Vec::new();
            let given = answer.args.len().saturating_sub(arity);
            for arg in &answer.args[given..] {
                patterns.push(self.pattern(arg.ty, &arg.value)?);
            }
            let value = setup.expr(answer.ty, &answer.value)?;
            let arm = format!("({}) => {value}", patterns.join(", "));
            if !arms.contains(&arm) {
                arms.push(arm);
            }
        }
        arms.push("_ => unreachable!()".into());
        let text = format!("|{params}| match ({params}) {{ {} }}", arms.join(", "));
        Ok(match arity {
            1 => text.replace("match (x0)", "match x0"),
            _ => text,
        })
    }

    /// Whether a choice is an answer of a function.
    fn answers(&self, function: &Function, choice: &Choice) -> bool {
        let Some(answering) = choice.function else {
            return false;
        };
        let answering = &self.found.program.functions[answering].name;
        let other = match (function.rank, choice.args.first().map(|it| &it.value)) {
            (Some(rank), Some(Value::Member(of))) => rank != *of,
            _ => false,
        };
        *answering == function.name || (*answering == function.family && !other)
    }

    fn pattern(&self, ty: Option<TyId>, value: &Value) -> Result<String, NotReplayable> {
        let types = &self.found.program.types;
        Ok(match (ty.map(|ty| types.get(ty)), value) {
            (_, Value::Bool(value)) => value.to_string(),
            (_, Value::Member(rank)) => rank.to_string(),
            (Some(Ty::Char), Value::Int(number)) => {
                let code = u32::try_from(*number).ok().and_then(char::from_u32);
                code.map_or("_".into(), |code| format!("{code:?}"))
            }
            (_, Value::Int(number)) => number.to_string(),
            (Some(Ty::Tuple(parts)), Value::Adt(_, fields)) => {
                let mut written = Vec::new();
                for (ty, field) in parts.iter().zip(fields) {
                    written.push(self.pattern(Some(*ty), field)?);
                }
                format!("({})", written.join(", "))
            }
            _ => return impossible("a function of values that have no pattern"),
        })
    }
}

/// The argument as a function, if it is one that comes from outside.
fn function(found: &Found<'_>, argument: &Argument<'_>) -> Option<Function> {
    let types = &found.program.types;
    let named = |bound: String, family: &str, rank: Option<u32>| Function {
        name: argument.name.clone(),
        bound,
        family: family.to_owned(),
        rank,
        around: match types.get(argument.ty) {
            Ty::Ref { mutable: true, .. } => ("&mut ", ""),
            Ty::Ref { mutable: false, .. } => ("&", ""),
            _ => ("", ""),
        },
    };
    let rank_of = |value: &Value| match value {
        Value::Member(rank) => Some(*rank),
        _ => None,
    };
    let ty = behind(found, argument.ty);
    match (types.get(ty), argument.value) {
        (Ty::Param(param), value) => {
            let family = &types.param(*param).name;
            let bound = match family.starts_with("impl ") {
                true => hidden_bound(declared_type(found, &argument.name)?)?,
                false => bound_of(found, family)?,
            };
            Some(named(bound, family, rank_of(value)))
        }
        (Ty::Adt(adt), Value::Adt(variant, fields)) => {
            let adt = types.adt(*adt);
            let declared = declared_type(found, &argument.name)?;
            match (adt.base_name.as_str(), fields.first().and_then(rank_of)) {
                ("fn", Some(rank)) => {
                    let (_, bound) = declared.split_once("fn(")?;
                    Some(named(format!("Fn({bound}"), &types.name(ty), Some(rank)))
                }
                ("dyn", _) if adt.variants[*variant].name == "unknown" => {
                    let (before, bound) = declared.split_once("dyn ")?;
                    let family = format!("dyn {}", bound.split('(').next()?);
                    Some(Function {
                        around: match before {
                            "&" => ("&", ""),
                            "&mut " => ("&mut ", ""),
                            "Box<" => ("Box::new(", ")"),
                            _ => return None,
                        },
                        ..named(bound.to_owned(), &family, None)
                    })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type of a parameter as the signature has it, and what follows.
fn declared_type<'f>(found: &'f Found<'_>, name: &str) -> Option<&'f str> {
    let signature = found.sources.text(found.harness.span);
    let declared = format!("{name}: ");
    let mut places = signature.match_indices(&declared);
    let is_whole =
        |at: usize| !signature[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let (at, _) = places.find(|(at, _)| is_whole(*at))?;
    Some(&signature[at + declared.len()..])
}

/// What is known of a function whose type is `impl Fn(u8)`, behind references or not.
fn hidden_bound(declared: &str) -> Option<String> {
    let (before, bound) = declared.split_once("impl ")?;
    let borrowed = before
        .trim_end_matches(['&', ' ', '('])
        .trim_end_matches("&mut");
    (borrowed.is_empty() && is_function_trait(bound)).then(|| bound.to_owned())
}

/// Whether a choice was made by a clause about the time after the call.
pub fn is_written_later(choice: &Choice, sources: &SourceMap) -> bool {
    let text = &sources.file(choice.span.file).text;
    let before = text.get(..choice.span.start as usize).unwrap_or_default();
    let opens = ["after_expiry(", "assert_on_expiry("];
    let in_clause = opens.into_iter().any(|it| before.trim_end().ends_with(it));
    choice.function.is_none() && in_clause
}

/// Whether a choice was made by a contract that stands for a function.
fn is_of_stand_in(found: &Found<'_>, choice: &Choice) -> bool {
    let mut calls = found.stand_ins.iter();
    calls.any(|call| {
        let proc = &found.program.procs[call.proc];
        proc.span.contains(choice.span)
    })
}

/// The type behind references.
fn behind(found: &Found<'_>, ty: TyId) -> TyId {
    match found.program.types.get(ty) {
        Ty::Ref { to, .. } => *to,
        _ => ty,
    }
}

fn is_function_trait(bound: &str) -> bool {
    let mut traits = ["Fn(", "FnMut(", "FnOnce("].iter();
    traits.any(|it| bound.starts_with(it))
}

/// The function trait that a type parameter is bound by, as the signature has it: `Fn(i32) -> i32`.
fn bound_of(found: &Found<'_>, param: &str) -> Option<String> {
    if let Some(pointer) = param.strip_prefix("fn(") {
        return Some(format!("Fn({pointer}"));
    }
    let file = found.sources.file(found.harness.span.file);
    let from = found.harness.span.start as usize;
    let text = file.text.get(from..)?;
    let text = text.split('{').next().unwrap_or(text);
    let mut rest = text;
    while let Some(at) = rest.find(&format!("{param}:")) {
        let bound = rest[at + param.len() + 1..].trim_start();
        let bounded = rest[..at].ends_with(|c: char| !c.is_alphanumeric() && c != '_');
        if bounded && is_function_trait(bound) {
            return Some(bound.to_owned());
        }
        rest = &rest[at + 1..];
    }
    None
}

/// What is inside the parentheses of a function trait, and what follows them.
fn enclosed(bound: &str) -> (&str, &str) {
    let Some((_, rest)) = bound.split_once('(') else {
        return ("", "");
    };
    let mut depth = 0;
    for (at, character) in rest.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return (&rest[..at], &rest[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (rest, "")
}

/// The types of the arguments of a function trait.
fn params_of(bound: &str) -> Vec<String> {
    split(enclosed(bound).0)
}

/// What commas outside of brackets separate.
pub(super) fn split(list: &str) -> Vec<String> {
    let (mut depth, mut params, mut last) = (0, Vec::new(), String::new());
    for character in list.chars() {
        match character {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                params.push(std::mem::take(&mut last));
                continue;
            }
            _ => {}
        }
        last.push(character);
    }
    params.push(last);
    let params = params.iter().map(|param| param.trim().to_owned());
    params.filter(|param| !param.is_empty()).collect()
}

/// How many arguments a function trait has.
fn arity(bound: &str) -> usize {
    params_of(bound).len()
}

/// The arguments that the function may write through.
fn written_params(bound: &str) -> Vec<usize> {
    let params = params_of(bound);
    let written = params.iter().enumerate();
    let written = written.filter(|(_, param)| param.starts_with("&mut "));
    written.map(|(at, _)| at).collect()
}

/// Whether a function trait has a result.
fn returns(bound: &str) -> bool {
    enclosed(bound).1.trim_start().starts_with("->")
}

#[cfg(test)]
mod tests {
    use super::{arity, returns, written_params};

    #[test]
    fn arguments_of_a_function_trait_are_counted() {
        assert_eq!(arity("Fn() -> i32>"), 0);
        assert_eq!(arity("Fn(i32) -> i32"), 1);
        assert_eq!(arity("FnMut(&T, (u8, u8)) -> bool"), 2);
        assert!(returns("FnMut(&T, (u8, u8)) -> bool"));
        assert!(!returns("FnMut(&mut T)>(pair: X) -> bool"));
        assert_eq!(written_params("FnMut(u8, &mut T)"), [1]);
    }
}
