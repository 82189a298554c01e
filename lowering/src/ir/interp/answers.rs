//! Where the functions that a clause calls came to what they answered: of a `rep_ok` with loops and
//! early returns, the `return` that was taken, the condition before it and the variables at hand.
//!
//! Watched are functions of the user's that answer yes or no, while a clause runs. What a quantifier asks
//! is not among it: it asks of every member, and the last one need not be the one that refutes it.

use super::machine::Machine;
use super::parts::{Part, Parts, operands, within};
use crate::ir::state::Value;
use crate::ir::types::Ty;
use crate::span::Span;

/// What a function that a clause calls answered, and how it came to that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The call.
    pub call: Span,
    /// What it gave.
    pub value: bool,
    /// The expression that it gave, or the `return`.
    pub at: Span,
    /// What was decided last before it.
    pub decided: Option<Decided>,
    /// What the expressions in these two are worth.
    pub parts: Vec<Part>,
    /// The variables of the function with their values, by name.
    pub variables: Vec<Part>,
    /// The last answer that the function itself got, if it asked in one of the two.
    pub inner: Option<Box<Answer>>,
}

/// A condition or pattern that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The condition or pattern.
    pub span: Span,
    /// Whether it was true, or did match.
    pub taken: bool,
}

/// What is known of a call under way.
#[derive(Debug, Default)]
struct Frame {
    decided: Option<Decided>,
    /// The last answer to each call that it made, in the order of the answers.
    answers: Vec<Answer>,
}

/// The answers that the calls under way have got, outermost first.
#[derive(Debug, Default)]
pub(super) struct Answers {
    frames: Vec<Frame>,
}

impl Answers {
    /// A call has begun: `depth` are under way.
    pub(super) fn called(&mut self, depth: usize) {
        self.frames.truncate(depth.saturating_sub(1));
        self.frames.resize_with(depth, Frame::default);
    }

    /// The innermost of `depth` calls has decided something.
    pub(super) fn decided(&mut self, depth: usize, decided: Decided) {
        if let Some(frame) = self.frames.get_mut(depth.saturating_sub(1)) {
            frame.decided = Some(decided);
        }
    }

    /// The innermost procedure is about to give what the expression at a span is worth.
    pub(super) fn returned(
        &mut self,
        machine: &Machine<'_, '_>,
        is_user: &dyn Fn(Span) -> bool,
        at: Span,
        parts: &Parts,
    ) {
        let program = machine.program();
        let proc = &program.procs[machine.proc()];
        let asked = *program.types.get(proc.locals[proc.ret].ty) == Ty::Bool
            && !proc.is_glue
            && !machine.in_snapshot()
            && !machine.is_quantifying();
        let depth = machine.depth();
        let (Value::Bool(value), true) = (machine.local_value(proc.ret), asked) else {
            return;
        };
        let (Some(call), Some(frame)) = (
            machine.stack().get(1).copied(),
            depth.checked_sub(1).and_then(|at| self.frames.get_mut(at)),
        ) else {
            return;
        };
        let (decided, last) = (frame.decided, frame.answers.pop());
        let answer = match is_user(proc.span) {
            true => {
                let asks = |answer: &Answer| {
                    let places = [Some(at), decided.map(|it| it.span)];
                    let mut places = places.into_iter().flatten();
                    places.any(|place| within(answer.call, place))
                };
                let mut worth = Vec::new();
                for place in [Some(at), decided.map(|it| it.span)].into_iter().flatten() {
                    worth.extend(parts.inside(depth, place));
                    worth.extend(operands(machine, is_user, 0, place));
                }
                Answer {
                    call,
                    value,
                    at,
                    decided,
                    parts: worth,
                    variables: variables(machine),
                    inner: last.filter(asks).map(Box::new),
                }
            }
            // What a model answers is what it was answered, if that is the same: `all` of a closure.
            false => match last.filter(|answer| answer.value == value) {
                Some(answer) => Answer { call, ..answer },
                None => return,
            },
        };
        if let Some(caller) = depth.checked_sub(2).and_then(|at| self.frames.get_mut(at)) {
            caller.answers.retain(|known| known.call != answer.call);
            caller.answers.push(answer);
        }
    }

    /// The answers to the calls that a clause made in the innermost of `depth` calls, in the order in which
    /// they were given.
    pub(super) fn inside(&self, depth: usize, clause: Span) -> Vec<Answer> {
        let frame = depth.checked_sub(1).and_then(|at| self.frames.get(at));
        let answers = frame.map_or(&[][..], |frame| &frame.answers);
        let asked = answers.iter().filter(|it| within(it.call, clause));
        asked.cloned().collect()
    }
}

/// The variables of the innermost procedure that have a name and a value.
fn variables(machine: &Machine<'_, '_>) -> Vec<Part> {
    let proc = &machine.program().procs[machine.proc()];
    let named = proc.locals.iter().filter(|(_, local)| local.name.is_some());
    named
        .map(|(id, local)| Part {
            span: proc.span,
            name: local.name.clone(),
            ty: local.ty,
            value: machine.local_value(id),
        })
        .filter(|part| part.value != Value::Uninit)
        .collect()
}
