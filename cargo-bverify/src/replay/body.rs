//! The statements of a test from the call on: what it does with what the call leaves, by how it ends.

use lowering::ir::interp::Cause;
use lowering::ir::state::{ObjectId, ObjectKind, State, Value};
use lowering::ir::types::Ty;

use super::choices::Choices;
use super::compare::{Comparison, Seen};
use super::ending::Ending;
use super::setup::{Argument, Held, Setup};
use super::write::{Found, WIDTH, annotation, said};
use super::writer::Writer;
use super::{NotReplayable, impossible, unobservable};
use crate::report::parts;

/// What the statements are made from.
pub(super) struct Body<'b, 'a> {
    pub(super) found: &'b Found<'a>,
    pub(super) writer: &'b Writer<'a>,
    pub(super) choices: &'b Choices<'a>,
    pub(super) arguments: &'b [Argument<'a>],
    /// The call.
    pub(super) call: String,
}

impl<'a> Body<'_, 'a> {
    /// A claim in the body of the function fails.
    pub(super) fn fails_inside(&self) -> Vec<String> {
        vec![
            "// fails with RUSTFLAGS=\"--cfg bverify_runtime\", which makes".into(),
            format!("// assertions of claims: {}", said(self.found)),
            self.alone(),
        ]
    }

    /// The call as a statement; what it gives may be all that tells the type parameters.
    fn alone(&self) -> String {
        let target = &self.found.program.procs[self.found.harness.target];
        match annotation(self.writer, target.locals[target.ret].ty) {
            ty if ty.is_empty() || !self.arguments.is_empty() => format!("{};", self.call),
            ty => format!("let _{ty} = {};", self.call),
        }
    }

    /// The call is all there is to it.
    pub(super) fn called(&self) -> Vec<String> {
        vec![format!("// {}", said(self.found)), self.alone()]
    }

    /// It returns where it should have panicked.
    pub(super) fn returns_instead(&self) -> Vec<String> {
        vec![self.alone(), format!("panic!({:?});", said(self.found))]
    }

    /// What it leaves is dropped, or read, and that goes wrong.
    pub(super) fn faults_later(&self) -> Vec<String> {
        let call = &self.call;
        let mut lines = vec![format!("// {}", said(self.found))];
        let ret = self.found.program.procs[self.found.harness.target].ret;
        let ret = self.found.program.procs[self.found.harness.target].locals[ret].ty;
        match (self.found.returned, self.writer.types.get(ret)) {
            (Some(_), Ty::Ref { .. }) => {
                lines.push(format!("let result = {call};"));
                lines.push("unsafe { (&raw const *result).cast::<u8>().read_volatile() };".into());
            }
            (Some(_), Ty::Tuple(parts)) if parts.is_empty() => lines.push(format!("{call};")),
            (Some(_), _) => {
                lines.push(format!("let result = {call};"));
                lines.push("drop(result);".into());
            }
            (None, _) => lines.push(format!(
                "let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {call}));"
            )),
        }
        let lent = self.arguments.iter();
        let lent = lent.filter(|it| matches!(self.writer.types.get(it.ty), Ty::Ref { .. }));
        let lent: Vec<&str> = lent.map(|it| it.name.as_str()).collect();
        if !lent.is_empty() {
            lines.push(format!("// and then {} is dropped", lent.join(" and ")));
        }
        lines
    }

    /// What it leaves is compared with what the run left.
    pub(super) fn compared(
        &self,
        ends: Ending,
        setup: &mut Setup<'a>,
    ) -> Result<Vec<String>, NotReplayable> {
        let (found, call, writer) = (self.found, &self.call, self.writer);
        let target = &found.program.procs[found.harness.target];
        let ret = target.locals[target.ret].ty;
        let is_unit = *writer.types.get(ret) == Ty::Tuple(Vec::new());
        let memory = match ends {
            Ending::Loses => Some(lost(found, setup)?),
            _ => None,
        };
        let mut comparison = Comparison::new(setup, found.post);
        let mut conditions = Vec::new();
        for (argument, after) in self.arguments.iter().zip(&found.post.inputs) {
            conditions.extend(self.argument(&mut comparison, argument, after, false)?);
        }
        let mut lines = Vec::new();
        if memory.is_some() {
            lines.push("crate::bverify_fence::watch();".into());
        }
        let written = self.choices.written_later(ret, found.returned);
        match (ends, found.returned) {
            (Ending::Returns, Some(_)) if !written.is_empty() => {
                lines.push(format!("let result = {call};"));
                for (place, choice) in written {
                    let value = comparison.written(choice)?;
                    lines.push(format!("*{place} = {value};"));
                }
            }
            (Ending::PanicsWrongly, _) => {
                lines.push(format!(
                    "let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {call}));"
                ));
                conditions.insert(0, "outcome.is_err()".into());
            }
            (_, Some(value)) if !is_unit => {
                let ty = annotation(writer, ret);
                lines.push(format!("let result{ty} = {call};"));
                // First, as it may borrow what the others look at.
                let of_result = comparison.conditions(&Seen::at("result"), ret, value)?;
                conditions.splice(0..0, of_result);
            }
            _ => lines.push(format!("{call};")),
        }
        if conditions.is_empty() && memory.is_none() {
            // What should have changed, and has not, is all that there is to look at.
            for (argument, after) in self.arguments.iter().zip(&found.post.inputs) {
                conditions.extend(self.argument(&mut comparison, argument, after, true)?);
            }
        }
        let is_unsafe = comparison.is_unsafe;
        if let Some(memory) = memory {
            lines.push("let left = crate::bverify_fence::new_allocations();".into());
            conditions.push(memory);
        }
        if conditions.is_empty() {
            // Nothing is left to look at, so the clause is false of the arguments themselves.
            return match self.is_of_arguments() {
                true => Ok(self.returns_instead()),
                false => unobservable("the call leaves nothing behind that a test could look at"),
            };
        }
        lines.push(String::new());
        lines.extend(explanation(found));
        lines.extend(verdict(&conditions, is_unsafe));
        lines.push(format!("assert!(!violated, {:?});", said(found)));
        Ok(lines)
    }

    /// Whether the function gives nothing and can change nothing: that it returns is all it does.
    fn is_of_arguments(&self) -> bool {
        let target = &self.found.program.procs[self.found.harness.target];
        let gives = target.locals[target.ret].ty;
        let types = self.writer.types;
        let plain =
            |it: &Argument<'_>| matches!(types.get(it.ty), Ty::Bool | Ty::Int(_) | Ty::Char);
        *types.get(gives) == Ty::Tuple(Vec::new()) && self.arguments.iter().all(plain)
    }

    /// What an argument leads to after the call; what is only shared and as it was, if that is asked for.
    fn argument(
        &self,
        comparison: &mut Comparison<'_, 'a>,
        argument: &Argument<'a>,
        after: &'a Value,
        unchanged: bool,
    ) -> Result<Vec<String>, NotReplayable> {
        let types = self.writer.types;
        let Ty::Ref { to, mutable } = types.get(argument.ty) else {
            return Ok(Vec::new());
        };
        let seen = Seen::at(argument.name.clone());
        match after {
            Value::Slice(..) if *mutable => comparison.conditions(&seen, argument.ty, after),
            Value::Pointer(pointer) if pointer.path.is_empty() => {
                let Some(object) = self.found.post.objects.get(pointer.object) else {
                    return Ok(Vec::new());
                };
                let is_root = is_whole_root(self.arguments, argument, pointer.object);
                let same = !mutable && same_behind(self.found.pre, self.found.post, pointer.object);
                match is_root && (unchanged || !same) {
                    true => comparison.conditions(&seen, *to, &object.value),
                    false => Ok(Vec::new()),
                }
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// Whether an object, and all that it leads to, is as it was.
fn same_behind(pre: &State, post: &State, object: ObjectId) -> bool {
    let mut open = vec![object];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match (pre.objects.get(id), post.objects.get(id)) {
            (Some(before), Some(after)) if before.value == after.value => {
                super::setup::pointers(&after.value, &mut open);
            }
            _ => return false,
        }
    }
    true
}

/// That memory is lost, as a condition.
fn lost(found: &Found<'_>, setup: &Setup<'_>) -> Result<String, NotReplayable> {
    let Cause::Lost(object) = found.cause else {
        return impossible("it is not known what is lost");
    };
    if found.pre.objects.get(*object).is_some() {
        return match setup.held.get(object) {
            Some(Held::Raw(name)) => Ok(format!("crate::bverify_fence::is_allocated({name})")),
            _ => impossible("what is lost has no address that is known before the call"),
        };
    }
    // Of what is new, the rest is reached by the arguments or by the result.
    let mut open = Vec::new();
    let roots = found.post.inputs.iter().chain(found.returned);
    roots.for_each(|root| super::setup::pointers(root, &mut open));
    let mut seen = std::collections::BTreeSet::new();
    while let Some(id) = open.pop() {
        if let (true, Some(object)) = (seen.insert(id), found.post.objects.get(id)) {
            super::setup::pointers(&object.value, &mut open);
        }
    }
    let takes_room = |id: &&ObjectId| match found.post.objects.get(**id) {
        Some(object) => match (&object.kind, &object.value) {
            (_, Value::Uninit) => false,
            (ObjectKind::Buffer, Value::Adt(_, slots)) => !slots.is_empty(),
            _ => true,
        },
        None => false,
    };
    let new = seen
        .iter()
        .filter(|id| found.pre.objects.get(**id).is_none());
    let reached = new.filter(takes_room).count();
    Ok(format!("left > {reached}"))
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

/// The clause and its values as a comment.
fn explanation(found: &Found<'_>) -> Vec<String> {
    let text = found.sources.text(found.violated.span);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = found.sources.start(found.violated.span);
    let path = &found.sources.file(found.violated.span.file).path;
    let mut told = Vec::new();
    if let Some(table) = parts::table(found.parts) {
        told.extend(table.lines().map(|line| format!("//   {line}")));
    }
    for refusal in found.refusals {
        let line = found.sources.start(refusal.span).line;
        told.push(format!("//   line {line}: {}", refusal.label()));
        if let Some(table) = parts::table(&refusal.parts) {
            told.extend(table.lines().map(|line| format!("//     {line}")));
        }
    }
    let colon = if told.is_empty() { "" } else { ":" };
    let mut lines = vec![format!("// violates `{text}` ({path}:{}){colon}", at.line)];
    lines.extend(told);
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
