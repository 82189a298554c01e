//! What can be watched of a run. Every hook has an empty default, so that a run which nobody
//! watches pays for none.

use super::cell::Location;
use super::machine::Machine;
use crate::ir::state::Value;
use crate::ir::types::TyId;
use crate::ir::{Branch, FunctionId, LocalId, Panic, Place, ProcId};
use crate::span::Span;

/// Watches a run. Hooks are called for specification code too; [`Machine::in_spec`] tells.
pub trait Observer {
    /// Whether any hook does anything: a run that nobody watches does not even prepare them.
    const ACTIVE: bool = true;

    /// The statement at the span is about to run.
    fn step(&mut self, _machine: &Machine<'_, '_>, _span: Span) {}
    /// The location is about to be read through a pointer; it may still be given a value.
    fn reading(&mut self, _machine: &mut Machine<'_, '_>, _access: Access) {}
    /// The location is about to be written through a pointer.
    fn writing(&mut self, _machine: &mut Machine<'_, '_>, _access: Access) {}
    /// The target is about to be assigned, and still holds its old value.
    fn assigning(&mut self, _machine: &Machine<'_, '_>, _target: Target<'_>) {}
    /// The target has been assigned.
    fn assigned(&mut self, _machine: &Machine<'_, '_>, _target: Target<'_>) {}
    /// A conditional has been decided.
    fn branch(&mut self, _machine: &Machine<'_, '_>, _kind: Branch, _taken: bool, _span: Span) {}
    /// The quantifier at the span is about to look at its members.
    fn quantifying(&mut self, _machine: &Machine<'_, '_>, _span: Span) {}
    /// The quantifier at the span does not hold of the member that its variable is bound to.
    fn refuted(&mut self, _machine: &Machine<'_, '_>, _bound: LocalId, _span: Span) {}
    /// A call at the span has begun; the machine's innermost frame is the callee's.
    fn called(&mut self, _machine: &Machine<'_, '_>, _proc: ProcId, _span: Span) {}
    /// The innermost procedure is about to return.
    fn returned(&mut self, _machine: &Machine<'_, '_>, _proc: ProcId, _span: Span) {}
    /// A value has been chosen.
    fn chosen(&mut self, _machine: &Machine<'_, '_>, _choice: Choice) {}
    /// A panic has started at the span.
    fn panicked(&mut self, _machine: &Machine<'_, '_>, _panic: &Panic, _span: Span) {}
    /// A panic has been caught in the procedure that is now innermost.
    fn caught(&mut self, _machine: &Machine<'_, '_>, _span: Span) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;
}

/// An access through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub location: Location,
    /// The type of what is there.
    pub ty: TyId,
}

/// A value that a run did not compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The function that gave it, if it is one of which only the type is known.
    pub function: Option<FunctionId>,
    /// What that function was given.
    pub args: Vec<Given>,
    /// Whether it may give something else for that the next time.
    pub remembers: bool,
    /// The type of the value.
    pub ty: TyId,
    /// The value.
    pub value: Value,
    /// The statement.
    pub span: Span,
}

/// An argument of a function of which only the type is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its type; of a constant it is not known.
    pub ty: Option<TyId>,
    /// The argument.
    pub value: Value,
}

/// A place that is assigned.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The place in the IR, in terms of the innermost procedure.
    pub place: &'a Place,
    /// The type of what it holds.
    pub ty: TyId,
    /// The statement.
    pub span: Span,
    /// Where it is; nothing for a place inside a local that is named directly.
    pub location: Option<Location>,
    /// Its first cell.
    pub(super) index: usize,
}
