//! A run as data: what the function under check assigned, decided, called and returned. It watches
//! a run through [`Observer`] and knows nothing of how a trace is shown.
//!
//! Recorded is what lies in user code, from the call of the function under check to its end.
//! Specification code, temporaries and conditionals made by lowering are left out.

use std::collections::VecDeque;

use super::answers::{Answer, Answers, Decided};
use super::machine::Machine;
use super::observe::{Choice, Observer, Target};
use super::parts::{self, Member, Part, Parts};
use super::source_place::source_place;
use crate::ir::state::{Pointer, State, Value};
use crate::ir::types::TyId;
use crate::ir::{Branch, LocalId, Panic, ProcId};
use crate::span::Span;

/// What happened in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The events, in order.
    pub events: Vec<Event>,
    /// Of a long run the middle is left out.
    pub gap: Option<Gap>,
    /// What the parts of the clause were worth at which the run ended.
    pub parts: Vec<Part>,
    /// What the functions that this clause called answered.
    pub answers: Vec<Answer>,
    /// What the run chose, clauses included, in order.
    pub choices: Vec<Choice>,
    /// What the last panic of a clause said: why it cannot be evaluated.
    pub undefined: Option<String>,
}

/// Events that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many of the events of the trace come before.
    pub after: usize,
    /// How many there are.
    pub omitted: u64,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// How many calls lie between the function under check and here; 0 inside itself.
    pub depth: usize,
    /// The procedure in which it happened.
    pub proc: ProcId,
    /// The source.
    pub span: Span,
    /// What it was.
    pub kind: EventKind,
    /// The state after it, if states are recorded.
    pub state: Option<Box<State>>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A place got a value.
    Assigned {
        /// The place as in the source (`cur`, `node.next`, `self.len`), if it starts at a variable.
        place: Option<String>,
        /// The location, if it was reached through a pointer.
        location: Option<Pointer>,
        /// The type of both values.
        ty: TyId,
        /// What it held before.
        before: Value,
        /// What it holds now.
        after: Value,
    },
    /// A conditional was decided.
    Decided {
        /// Whether it was a condition or a pattern.
        branch: Branch,
        /// Whether it was true, or did match.
        taken: bool,
    },
    /// A procedure was called; depth and span are the caller's.
    Called {
        /// The procedure.
        callee: ProcId,
        /// The arguments, in order.
        args: Vec<Value>,
    },
    /// The procedure returned; depth is its own.
    Returned {
        /// The result.
        value: Value,
    },
    /// A value was chosen: that at the index in [`Trace::choices`].
    Chosen(usize),
    /// A panic began.
    Panicked(Panic),
}

/// What lowering calls the procedures of closures.
const CLOSURE: &str = "{closure}";

/// Records a run.
pub struct Recorder<'e> {
    target: ProcId,
    is_user: &'e dyn Fn(Span) -> bool,
    limit: usize,
    states: bool,
    /// How many frames there are in the function under check, while it runs.
    base: Option<usize>,
    finished: bool,
    /// What the place that is being assigned held before.
    before: Value,
    /// For each call under way, where its result was last written: the expression that a function
    /// which falls off its end returns.
    results: Vec<Option<Span>>,
    head: Vec<Event>,
    tail: VecDeque<Event>,
    omitted: u64,
    parts: Parts,
    answers: Answers,
    choices: Vec<Choice>,
    undefined: Option<String>,
}

impl<'e> Recorder<'e> {
    /// Records the run of `target` that its harness makes, and of it `limit` events at each end.
    pub fn new(target: ProcId, is_user: &'e dyn Fn(Span) -> bool, limit: usize) -> Self {
        Self {
            target,
            is_user,
            limit,
            states: false,
            base: None,
            finished: false,
            before: Value::Uninit,
            results: Vec::new(),
            head: Vec::new(),
            tail: VecDeque::new(),
            omitted: 0,
            parts: Parts::default(),
            answers: Answers::default(),
            choices: Vec::new(),
            undefined: None,
        }
    }

    /// The same with the state after each event.
    #[must_use]
    pub fn with_states(mut self, states: bool) -> Self {
        self.states = states;
        self
    }

    /// What was recorded of a run that has ended, with the values of the parts of a clause.
    pub fn finish(self, machine: &Machine<'_, '_>, clause: Option<Span>) -> Trace {
        let answers = clause.map(|clause| self.answers.inside(machine.depth(), clause));
        let parts = clause.map(|clause| {
            // What fails inside a model is asked by the user's code that calls it.
            let stack = machine.stack();
            let models = stack.iter().position(|span| (self.is_user)(*span));
            let models = models.unwrap_or(0);
            let depth = machine.depth().saturating_sub(models);
            let mut parts = self.parts.inside(depth, clause);
            parts.extend(parts::operands(machine, self.is_user, models, clause));
            parts
        });
        let mut events = self.head;
        let gap = (self.omitted > 0).then_some(Gap {
            after: events.len(),
            omitted: self.omitted,
        });
        events.extend(self.tail);
        Trace {
            events,
            gap,
            parts: parts.unwrap_or_default(),
            answers: answers.unwrap_or_default(),
            choices: self.choices,
            undefined: self.undefined,
        }
    }

    /// The depth at which something in user code happens, if it is to be recorded.
    fn depth(&self, machine: &Machine<'_, '_>, span: Span) -> Option<usize> {
        let base = self.base?;
        let wanted = !machine.in_spec() && (self.is_user)(span);
        wanted.then(|| machine.depth().saturating_sub(base))
    }

    /// Whether a clause is being evaluated: inside the function under check, or outside of it.
    fn in_clause(&self, machine: &Machine<'_, '_>) -> bool {
        machine.in_spec() || self.base.is_none()
    }

    fn record(&mut self, machine: &Machine<'_, '_>, event: Event) {
        let state = self.states.then(|| Box::new(machine.state()));
        let event = Event { state, ..event };
        if self.head.len() < self.limit {
            self.head.push(event);
            return;
        }
        self.tail.push_back(event);
        if self.tail.len() > self.limit {
            self.tail.pop_front();
            self.omitted += 1;
        }
    }

    fn end(&mut self) {
        self.base = None;
        self.finished = true;
    }
}

impl Observer for Recorder<'_> {
    fn assigning(&mut self, machine: &Machine<'_, '_>, target: Target<'_>) {
        if self.depth(machine, target.span).is_some() {
            self.before = machine.target_value(target);
        }
    }

    fn assigned(&mut self, machine: &Machine<'_, '_>, target: Target<'_>) {
        if target.place.projection.is_empty() && (self.is_user)(target.span) {
            let value = machine.target_value(target);
            // What a pointer of another state leads to is not what it leads to now.
            if !machine.in_snapshot() || !value.holds_pointers() {
                let (depth, nested) = (machine.depth(), machine.quantifiers());
                let value = (target.ty, value);
                self.parts.computed(depth, nested, target.span, value);
            }
        }
        let ret = machine.program().procs[machine.proc()].ret;
        if target.place.local == ret
            && let Some(result) = self.results.get_mut(machine.depth())
        {
            *result = Some(target.span);
        }
        let Some(depth) = self.depth(machine, target.span) else {
            return;
        };
        let proc = machine.proc();
        let program = machine.program();
        let number = |local| machine.local_value(local);
        let place = source_place(&program.types, &program.procs[proc], target.place, number);
        if place.is_none() && target.location.is_none() {
            return;
        }
        let location = target.location;
        let before = std::mem::replace(&mut self.before, Value::Uninit);
        self.record(
            machine,
            Event {
                state: None,
                depth,
                proc,
                span: target.span,
                kind: EventKind::Assigned {
                    place,
                    location: location.map(|location| machine.pointer_value(location, target.ty)),
                    ty: target.ty,
                    before,
                    after: machine.target_value(target),
                },
            },
        );
    }

    fn branch(&mut self, machine: &Machine<'_, '_>, branch: Branch, taken: bool, span: Span) {
        if branch == Branch::Hidden {
            return;
        }
        if self.in_clause(machine) && (self.is_user)(span) {
            let decided = Decided { span, taken };
            self.answers.decided(machine.depth(), decided);
        }
        if let Some(depth) = self.depth(machine, span) {
            self.record(
                machine,
                Event {
                    state: None,
                    depth,
                    proc: machine.proc(),
                    span,
                    kind: EventKind::Decided { branch, taken },
                },
            );
        }
    }

    fn quantifying(&mut self, machine: &Machine<'_, '_>, span: Span) {
        self.parts.quantifying(machine.depth(), span);
    }

    fn refuted(&mut self, machine: &Machine<'_, '_>, bound: LocalId, span: Span) {
        if machine.in_snapshot() {
            return;
        }
        let local = &machine.program().procs[machine.proc()].locals[bound];
        let member = Member {
            name: local.name.clone(),
            ty: local.ty,
            value: machine.local_value(bound),
        };
        // A quantifier inside a model (`(0..n).all(…)`) is one of the clause that calls it.
        let stack = machine.stack();
        let asked = stack.iter().position(|span| (self.is_user)(*span));
        match asked {
            Some(0) => self.parts.refuted(machine.depth(), span, member),
            Some(models) if models < machine.depth() => {
                let depth = machine.depth() - models;
                self.parts.refuted(depth, stack[models], member);
            }
            _ => {}
        }
    }

    fn called(&mut self, machine: &Machine<'_, '_>, callee: ProcId, span: Span) {
        self.parts.called(machine.depth());
        self.answers.called(machine.depth());
        self.results.resize(machine.depth(), None);
        self.results.push(None);
        if self.base.is_none() {
            // The harness may also call the function in clauses, but only once on its own account.
            let starts = callee == self.target && machine.depth() == 2 && machine.is_obliged();
            if starts && !self.finished {
                self.base = Some(machine.depth());
            }
            return;
        }
        let called = &machine.program().procs[callee];
        if called.is_glue {
            return;
        }
        // Models call closures of the user's: what they are given is the user's to see.
        let seen_at = match called.name == CLOSURE {
            true => called.span,
            false => span,
        };
        if let (Some(depth), Some(proc)) = (self.depth(machine, seen_at), machine.caller()) {
            let params = &machine.program().procs[callee].params;
            let args = params.iter().map(|param| machine.local_value(*param));
            self.record(
                machine,
                Event {
                    state: None,
                    depth: depth.saturating_sub(1),
                    proc,
                    span,
                    kind: EventKind::Called {
                        callee,
                        args: args.collect(),
                    },
                },
            );
        }
    }

    fn returned(&mut self, machine: &Machine<'_, '_>, proc: ProcId, span: Span) {
        // A procedure of a model returns to where it was called.
        let mut stack = machine.stack();
        let falls_off = stack.first() == Some(&machine.program().procs[proc].span);
        if falls_off {
            let result = self.results.get(machine.depth()).copied().flatten();
            if let Some(shown) = result.or(machine.program().procs[proc].end) {
                stack[0] = shown;
            }
        }
        if self.in_clause(machine) {
            let at = stack.first().copied().unwrap_or(span);
            self.answers
                .returned(machine, self.is_user, at, &self.parts);
        }
        let shown = stack.iter().take(2).find(|span| (self.is_user)(**span));
        let is_glue = machine.program().procs[proc].is_glue;
        if let (Some(depth), false) = (self.depth(machine, shown.copied().unwrap_or(span)), is_glue)
        {
            let value = machine.local_value(machine.program().procs[proc].ret);
            self.record(
                machine,
                Event {
                    state: None,
                    depth,
                    proc,
                    span: shown.copied().unwrap_or(span),
                    kind: EventKind::Returned { value },
                },
            );
        }
        if self.base == Some(machine.depth()) {
            self.end();
        }
    }

    fn chosen(&mut self, machine: &Machine<'_, '_>, choice: Choice) {
        let (index, span) = (self.choices.len(), choice.span);
        self.choices.push(choice);
        if let Some(depth) = self.depth(machine, span) {
            self.record(
                machine,
                Event {
                    state: None,
                    depth,
                    proc: machine.proc(),
                    span,
                    kind: EventKind::Chosen(index),
                },
            );
        }
    }

    fn panicked(&mut self, machine: &Machine<'_, '_>, panic: &Panic, span: Span) {
        if self.in_clause(machine) {
            self.undefined = Some(panic.message.clone());
        }
        let stack = machine.stack();
        let shown = stack.iter().find(|span| (self.is_user)(**span)).copied();
        if let Some(depth) = self.depth(machine, shown.unwrap_or(span)) {
            self.record(
                machine,
                Event {
                    state: None,
                    depth,
                    proc: machine.proc(),
                    span: shown.unwrap_or(span),
                    kind: EventKind::Panicked(panic.clone()),
                },
            );
        }
    }

    fn caught(&mut self, machine: &Machine<'_, '_>, _span: Span) {
        if self.base.is_some_and(|base| machine.depth() < base) {
            self.end();
        }
    }
}
