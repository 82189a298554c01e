//! The steps of a run in the words of the source. A call of std, or of code that a derive wrote, is one
//! step of its caller: what it gave, and what became of what it was lent.

use std::collections::BTreeMap;

use lowering::ir::interp::{Event as TraceEvent, EventKind as TraceKind, Part, Trace, Violation};
use lowering::ir::state::{self, State};
use lowering::ir::types::{Ty, TyId, Variant};
use lowering::ir::{Branch, ObligationKind, ProcId, Program, UnknownFunction};
use lowering::span::Span;

use super::Check;
use super::panics;
use super::tell::{Rooted, as_written, named};
use crate::report::behind::behind;
use crate::report::convert::Naming;
use crate::report::counterexample::{Event, EventKind};
use crate::report::heap::Value;
use crate::report::obligation;

/// What lowering calls the procedures of closures.
const CLOSURE: &str = "{closure}";
/// How many procedures are under way around the function under check.
const HARNESS: usize = 1;
/// Longer calls are told by their name alone.
const LONGEST_CALL: usize = 30;

/// A call that is not looked into, while it lasts.
struct Opaque<'t> {
    callee: ProcId,
    args: &'t [state::Value],
    span: Span,
    /// That of the caller.
    depth: usize,
    before: Option<&'t State>,
}

impl Check<'_> {
    /// The steps of a run.
    pub(super) fn steps(
        &self,
        trace: &Trace,
        violation: &Violation,
        inputs: &[Rooted],
        naming: &mut Naming<'_>,
    ) -> Vec<Event> {
        let mut variables = Variables::default();
        let mut calls = Calls::default();
        let mut opaque: Vec<Opaque<'_>> = Vec::new();
        let mut events: Vec<(Event, bool)> = Vec::new();
        for event in &trace.events {
            variables.follow(self.program, event);
            calls.follow(event, |proc| self.is_shown(proc));
            if let Some(state) = &event.state {
                naming.at(state);
            }
            let inside = self.is_opaque(event.proc);
            let (kinds, span, depth) = match &event.kind {
                TraceKind::Called { callee, args } if self.is_opaque(*callee) => {
                    if !inside {
                        opaque.push(Opaque {
                            callee: *callee,
                            args,
                            span: event.span,
                            depth: event.depth,
                            before: event.state.as_deref(),
                        });
                    }
                    continue;
                }
                TraceKind::Returned { value } if inside => {
                    let is_it =
                        |call: &Opaque<'_>| call.callee == event.proc && call.depth < event.depth;
                    let Some(call) = opaque.pop_if(|call| is_it(call)) else {
                        continue;
                    };
                    let kinds = self.outcome(&call, value, event.state.as_deref(), naming);
                    (kinds, call.span, call.depth)
                }
                TraceKind::Panicked(panic) => {
                    // What panics inside of a model is told where the user's code calls it.
                    let call = opaque.iter().rev().find(|call| call.depth < event.depth);
                    let call = call.filter(|_| inside);
                    let depth = call.map_or(event.depth, |call| call.depth);
                    let span = call.map_or(event.span, |call| call.span);
                    let sources = self.front.sources();
                    let part = |text: &str| {
                        let mut parts = trace.parts.iter();
                        let is_it = |it: &&Part| {
                            it.name.as_deref().unwrap_or_else(|| sources.text(it.span)) == text
                        };
                        parts.find(is_it).map(|it| (it.ty, it.value.clone()))
                    };
                    let mut value = |name: &str| {
                        let named = variables.named(depth, name, inputs);
                        if let Some((ty, value)) = named.or_else(|| part(name)) {
                            return is_scalar(&value).then(|| naming.value(ty, &value).to_string());
                        }
                        gave(&events, span, name)
                    };
                    let said = panics::message(&panic.message, span, sources, &mut value);
                    (vec![EventKind::Panicked(said)], span, depth)
                }
                TraceKind::Chosen(_) if self.is_dispatch(event.proc) => {
                    let kind = self.step(trace, event, naming);
                    (
                        kind.into_iter().collect(),
                        calls.called_at(event),
                        event.depth,
                    )
                }
                // The source does not write the call of a closure by std: what it is given is told inside.
                TraceKind::Called { callee, args } if inside && self.is_closure(*callee) => {
                    let proc = &self.program.procs[*callee];
                    let kinds = self.given(*callee, args, naming);
                    (kinds, proc.span, event.depth + 1)
                }
                _ if inside || self.is_dispatch(event.proc) => {
                    // What a pointer leads to is called where the pointer is.
                    match &event.kind {
                        TraceKind::Called { .. } if !inside => {
                            let kind = self.step(trace, event, naming);
                            (
                                kind.into_iter().collect(),
                                calls.called_at(event),
                                event.depth,
                            )
                        }
                        _ => continue,
                    }
                }
                TraceKind::Called { callee, .. } if self.is_dispatch(*callee) => continue,
                _ => {
                    let kind = self.step(trace, event, naming);
                    (kind.into_iter().collect(), event.span, event.depth)
                }
            };
            let proc = match &event.kind {
                TraceKind::Called { callee, .. } if inside && self.is_closure(*callee) => *callee,
                _ => event.proc,
            };
            let is_closure = self.is_closure(proc) && self.front.sources().is_user(span);
            let closure = is_closure.then_some(self.program.procs[proc].span);
            let state = event.state.as_ref().filter(|_| self.options.states);
            for kind in kinds {
                let after = state.map(|state| {
                    let mut roots: Vec<Rooted> = inputs
                        .iter()
                        .zip(&state.inputs)
                        .map(|((name, ty, _), value)| (name.clone(), *ty, value.clone()))
                        .collect();
                    roots.extend(variables.at_hand(depth, &roots));
                    naming.heap(&named(&roots), state)
                });
                let event_told = Event {
                    depth: calls.shown_depth(depth),
                    span,
                    closure,
                    kind,
                    after,
                };
                events.push((event_told, inside));
            }
        }
        if let Some(failed) = self.failed(violation, &opaque, &calls, naming) {
            events.extend(failed.into_iter().map(|event| (event, false)));
        }
        self.without_echoes(events)
    }

    /// The step at which a run ends, if it is inside of the function under check: what is asked there does
    /// not hold.
    fn failed(
        &self,
        violation: &Violation,
        opaque: &[Opaque<'_>],
        calls: &Calls,
        naming: &mut Naming<'_>,
    ) -> Option<Vec<Event>> {
        let kind = violation.obligation.kind;
        let label = obligation::step_label(kind)?;
        // Above the function under check are its harness and what runs it.
        let inside = violation.stack.len().checked_sub(HARNESS)?;
        let mut stack = violation.stack.iter().take(inside).enumerate();
        // A precondition is asked by the function that is called, of the one that calls.
        let asked = |span: &Span| {
            kind == ObligationKind::Precondition && *span == violation.obligation.span
        };
        let (below, span) =
            stack.find(|(_, span)| self.front.sources().is_user(**span) && !asked(span))?;
        let depth = inside - 1 - below;
        let event = |kind| Event {
            depth: calls.shown_depth(depth),
            span: *span,
            closure: None,
            kind,
            after: None,
        };
        let called = opaque.last().filter(|call| call.span == *span);
        let called = called.filter(|call| self.is_contract(call.callee));
        let called = called.map(|call| event(self.called(call.callee, call.args, naming)));
        let failed = event(EventKind::Failed(label.to_owned()));
        Some(called.into_iter().chain([failed]).collect())
    }

    /// A call with its arguments.
    fn called(&self, callee: ProcId, args: &[state::Value], naming: &mut Naming<'_>) -> EventKind {
        let callee = &self.program.procs[callee];
        let params = callee.params.iter().zip(args);
        let args = params.filter_map(|(param, value)| {
            let local = &callee.locals[*param];
            let name = local.name.clone()?;
            Some((name, naming.value(local.ty, value)))
        });
        EventKind::Called {
            args: args.collect(),
            function: callee.name.clone(),
        }
    }

    /// What the parameters of a closure are bound to.
    fn given(
        &self,
        closure: ProcId,
        args: &[state::Value],
        naming: &mut Naming<'_>,
    ) -> Vec<EventKind> {
        let closure = &self.program.procs[closure];
        let params = closure.params.iter().zip(args);
        let named = params.filter_map(|(param, value)| {
            let local = &closure.locals[*param];
            let place = local.name.clone()?;
            // What a model holds by itself is nowhere to be seen.
            if let state::Value::Pointer(pointer) = value
                && !naming.is_known(pointer.object)
            {
                return None;
            }
            let of = self.program.types.pointee(local.ty).unwrap_or(local.ty);
            let told = !self.is_opaque_value(of) && !self.is_made_up(of);
            told.then(|| EventKind::Assigned {
                place,
                value: naming.value(local.ty, value),
            })
        });
        named.collect()
    }

    /// Whether a procedure is the body of a closure of the user's.
    fn is_closure(&self, proc: ProcId) -> bool {
        let proc = &self.program.procs[proc];
        proc.name == CLOSURE && self.front.sources().is_user(proc.span)
    }

    /// Whether a procedure is not looked into: it is of std, a derive wrote it, or its contract stands
    /// for it.
    fn is_opaque(&self, proc: ProcId) -> bool {
        let sources = self.front.sources();
        let span = self.program.procs[proc].span;
        if !sources.is_user(span) || self.is_contract(proc) {
            return true;
        }
        let line = sources.line(span.file, sources.start(span).line);
        line.trim_start().starts_with("#[derive(")
    }

    /// Whether the procedure is a contract that stands for a function.
    pub(super) fn is_contract(&self, proc: ProcId) -> bool {
        let it = &self.program.procs[proc];
        it.end.is_none()
            && !it.is_glue
            && it.name != CLOSURE
            && !self.is_dispatch(proc)
            && self.front.sources().is_user(it.span)
    }

    /// Whether the procedure finds the function that a pointer leads to.
    fn is_dispatch(&self, proc: ProcId) -> bool {
        let name = &self.program.procs[proc].name;
        name.starts_with("fn(") || name.starts_with("unsafe fn(")
    }

    /// Whether a call of the procedure is one in the source that is looked into.
    fn is_shown(&self, proc: ProcId) -> bool {
        !self.program.procs[proc].is_glue && !self.is_dispatch(proc) && !self.is_opaque(proc)
    }

    /// What happened, unless it has no name in the source: then it shows in the post-state.
    fn step(
        &self,
        trace: &Trace,
        event: &TraceEvent,
        naming: &mut Naming<'_>,
    ) -> Option<EventKind> {
        Some(match &event.kind {
            TraceKind::Assigned {
                place,
                location,
                ty,
                after,
                ..
            } => EventKind::Assigned {
                // What lowering has named for itself has a blank in its name.
                place: match (place, location) {
                    (Some(place), Some(location)) if place.contains("[_]") => {
                        numbered(place, &naming.indices(location))
                    }
                    (Some(place), _) if place.contains(' ') => return None,
                    // What is captured by reference is looked through without being said so.
                    (Some(place), _) if self.is_closure(event.proc) => {
                        let closure = self.program.procs[event.proc].span;
                        as_written(place, self.front.sources().text(closure))
                    }
                    (Some(place), _) => place.clone(),
                    (None, Some(location)) => match naming.element(location) {
                        Some(element) => element,
                        None if naming.is_known(location.object) => naming.place(location),
                        None => return None,
                    },
                    (None, None) => return None,
                },
                value: naming.value(*ty, after),
            },
            TraceKind::Decided { branch, taken } => match branch {
                Branch::Condition => EventKind::Condition(*taken),
                Branch::Pattern => EventKind::Pattern { matched: *taken },
                Branch::Hidden => return None,
            },
            TraceKind::Called { callee, args } => self.called(*callee, args, naming),
            TraceKind::Returned { value } => {
                let proc = &self.program.procs[event.proc];
                EventKind::Returned(naming.value(proc.locals[proc.ret].ty, value))
            }
            TraceKind::Chosen(index) => {
                let choice = trace.choices.get(*index)?;
                let value = naming.value(choice.ty, &choice.value);
                let text = self.front.sources().text(choice.span);
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                // What a trusted function chooses shows in what it leaves.
                let is_signature = |text: &str| text.starts_with("fn ") || text.contains(" fn ");
                if is_signature(&text) {
                    return None;
                }
                // What a function writes through a `&mut` is told by its place.
                let function = choice.function.map(|id| &self.program.functions[id]);
                let is_whole = function.is_some_and(|it| it.whole);
                if let (false, Some((function, place))) = (is_whole, text.split_once("(&mut "))
                    && !function.starts_with("fn ")
                {
                    let place = place.split([',', ')']).next().unwrap_or(place).to_owned();
                    return Some(EventKind::Assigned { place, value });
                }
                let call = match function {
                    Some(UnknownFunction {
                        name, is_value_of, ..
                    }) if !name.contains([':', '(', ' ']) => {
                        // A closure is among its own arguments.
                        let itself = choice.args.first().is_some_and(|it| it.ty == *is_value_of);
                        let args: Vec<String> = choice.args[usize::from(itself)..]
                            .iter()
                            .map(|arg| match (arg.ty, &arg.value) {
                                (Some(ty), value) => naming.value(ty, value).to_string(),
                                (None, state::Value::Int(number)) => number.to_string(),
                                _ => "_".into(),
                            })
                            .collect();
                        format!("{name}({})", args.join(", "))
                    }
                    _ if text.ends_with(')') && text.chars().count() <= LONGEST_CALL => text,
                    _ => return None,
                };
                EventKind::Gave { call, value }
            }
            TraceKind::Panicked(panic) => EventKind::Panicked(panic.message.clone()),
        })
    }

    /// What a call that is not looked into has done: to what was lent to it, then what it gave.
    fn outcome(
        &self,
        call: &Opaque<'_>,
        value: &state::Value,
        after: Option<&State>,
        naming: &mut Naming<'_>,
    ) -> Vec<EventKind> {
        let mut kinds = Vec::new();
        let callee = &self.program.procs[call.callee];
        let text = self.front.sources().text(call.span);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = callee.name.rsplit("::").next().unwrap_or(&callee.name);
        // Calls that the source does not write (of iterators by `for`, of `deref`) are no steps.
        let written = text
            .rfind(&format!("{name}("))
            .or_else(|| text.rfind(&format!("{name}::<")));
        let Some(written) = written else {
            return kinds;
        };
        if self.is_contract(call.callee) {
            kinds.push(EventKind::ByContract(name.to_owned()));
        }
        let receiver = text[..written].strip_suffix('.').unwrap_or_default();
        for (at, (param, arg)) in callee.params.iter().zip(call.args).enumerate() {
            let ty = callee.locals[*param].ty;
            let receiver = (at == 0).then_some(receiver);
            if let Some((place, value)) = self.lent(ty, arg, receiver, (call.before, after), naming)
            {
                kinds.push(EventKind::Assigned { place, value });
            }
        }
        if let (Some(before), Some(after)) = (call.before, after) {
            let freed = naming.freed(before, after);
            if !freed.is_empty() {
                kinds.push(EventKind::Freed(freed));
            }
        }
        let ret = callee.locals[callee.ret].ty;
        let gives = !self.is_opaque_value(ret) && *self.program.types.get(ret) != Ty::Never;
        let shown = naming.value(ret, value);
        // That something is new is told where it is put.
        let makes = name == "new";
        if gives && !makes && shown != Value::Tuple(Vec::new()) && shown != Value::Uninit {
            let call = match text.chars().count() > LONGEST_CALL {
                true => format!("{name}(…)"),
                false => text,
            };
            kinds.push(EventKind::Gave { call, value: shown });
        }
        kinds
    }

    /// What has become of something that a call was lent by `&mut`, if it has changed: its place in the
    /// source and its value.
    fn lent(
        &self,
        ty: TyId,
        arg: &state::Value,
        receiver: Option<&str>,
        states: (Option<&State>, Option<&State>),
        naming: &mut Naming<'_>,
    ) -> Option<(String, Value)> {
        let (Ty::Ref { mutable, to } | Ty::RawPtr { mutable, to }) = self.program.types.get(ty)
        else {
            return None;
        };
        if !mutable && !self.is_cell(*to) {
            return None;
        }
        let (before, after) = (states.0?, states.1?);
        let mut at = |state: &State| {
            naming.at(state);
            match arg {
                state::Value::Pointer(pointer) => {
                    let value = behind(&state.objects, pointer)?.clone();
                    Some(naming.value(*to, &value))
                }
                state::Value::Slice(..) => Some(naming.value(ty, arg)),
                _ => None,
            }
        };
        let (old, new) = (at(before), at(after)?);
        if old.as_ref() == Some(&new) || self.is_opaque_value(*to) {
            return None;
        }
        let is_path = |text: &&str| {
            let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
            !text.is_empty() && text.chars().all(plain)
        };
        let given = match arg {
            state::Value::Pointer(pointer) if naming.is_given(pointer.object) => {
                Some(naming.place(pointer))
            }
            _ => None,
        };
        let place = given.or_else(|| receiver.filter(is_path).map(str::to_owned))?;
        Some((place, new))
    }

    /// Whether the type is a cell of std, which a shared reference may change.
    fn is_cell(&self, ty: TyId) -> bool {
        let Ty::Adt(adt) = self.program.types.get(ty) else {
            return false;
        };
        let adt = self.program.types.adt(*adt);
        matches!(adt.base_name.as_str(), "Cell" | "Atomic")
            && !self.front.sources().is_user(adt.span)
    }

    /// Whether the type is one of std that nobody looks into: an iterator, a guard.
    pub(super) fn is_opaque_value(&self, ty: TyId) -> bool {
        let adt = match self.program.types.get(ty) {
            Ty::Adt(adt) => self.program.types.adt(*adt),
            // What an unknown iterator turns into has no name in the source.
            Ty::Param(param) => return self.program.types.param(*param).name.contains("::"),
            _ => return false,
        };
        // That of iterators keeps a closure, that of specifications has none.
        let mut fields = adt.variants.values().flat_map(|it| it.fields.values());
        if adt.base_name == "Map" && fields.any(|field| field.name == "f") {
            return !self.front.sources().is_user(adt.span);
        }
        const TOLD: [&str; 21] = [
            "Map",
            "Multiset",
            "Vec",
            "VecDeque",
            "BinaryHeap",
            "LinkedList",
            "String",
            "HashMap",
            "HashSet",
            "BTreeMap",
            "BTreeSet",
            "Rc",
            "Weak",
            "Cell",
            "RefCell",
            "Atomic",
            "NonNull",
            "NonZero",
            "Range",
            "Wrapping",
            "Reverse",
        ];
        if self.front.sources().is_user(adt.span) {
            return false;
        }
        match adt.is_enum {
            false => !TOLD.contains(&adt.base_name.as_str()),
            // An entry of a map is a choice among what nobody looks into.
            true => {
                let mut variants = adt.variants.values();
                let of_one = |it: &Variant| match it.fields.values().next() {
                    Some(field) => it.fields.len() == 1 && self.is_opaque_value(field.ty),
                    None => false,
                };
                variants.all(of_one)
            }
        }
    }

    /// What a call of std gave is left out where the next step on the line tells it; so are the pieces
    /// in which any call gives something, but the last.
    fn without_echoes(&self, events: Vec<(Event, bool)>) -> Vec<Event> {
        let sources = self.front.sources();
        let line = |event: &Event| (event.span.file, sources.start(event.span).line);
        let echoes = |(event, of_std): &(Event, bool), next: &Event| {
            let EventKind::Gave { call, value } = &event.kind else {
                return false;
            };
            let told = match &next.kind {
                EventKind::Gave { .. } if !of_std => event.span == next.span,
                _ if !of_std => false,
                EventKind::Assigned { value: told, .. } | EventKind::Returned(told) => {
                    told == value
                }
                EventKind::Gave { call: outer, .. } => {
                    outer.contains(call.as_str()) && outer != call
                }
                EventKind::Condition(told) => *value == Value::Bool(*told),
                EventKind::Pattern { .. } => false,
                EventKind::Called { .. }
                | EventKind::ByContract(_)
                | EventKind::Freed(_)
                | EventKind::Failed(_)
                | EventKind::Panicked(_) => false,
            };
            told && event.depth == next.depth && line(event) == line(next)
        };
        let mut kept: Vec<(Event, bool)> = Vec::new();
        for (event, of_std) in events {
            while kept.pop_if(|last| echoes(last, &event)).is_some() {}
            // That a pattern matched comes between what was matched and what it binds.
            if let [.., told, (between, _)] = kept.as_slice()
                && between.kind == (EventKind::Pattern { matched: true })
                && echoes(told, &event)
            {
                kept.remove(kept.len() - 2);
            }
            let again = kept.last().is_some_and(|(last, _)| {
                let assigns = matches!(event.kind, EventKind::Assigned { .. });
                assigns && last.kind == event.kind && last.span == event.span
            });
            if !again {
                kept.push((event, of_std));
            }
        }
        kept.into_iter().map(|(event, _)| event).collect()
    }
}

/// What the last call of std that is so written gave inside of a span, if it is a number or a truth value.
fn gave(events: &[(Event, bool)], inside: Span, text: &str) -> Option<String> {
    let is_inside = |span: Span| {
        span.file == inside.file && inside.start <= span.start && span.end <= inside.end
    };
    let mut given = events.iter().rev().filter(|(it, _)| is_inside(it.span));
    given.find_map(|(it, _)| match &it.kind {
        EventKind::Gave { call, value } if call == text => match value {
            Value::Int(..) | Value::Bool(_) => Some(value.to_string()),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a value is told the same whatever it is told by.
fn is_scalar(value: &state::Value) -> bool {
    matches!(value, state::Value::Int(_) | state::Value::Bool(_))
}

/// A place with the numbers of its elements, where the source computes them.
fn numbered(place: &str, indices: &[usize]) -> String {
    let blanks = place.matches("[_]").count();
    let mut indices = indices[indices.len().saturating_sub(blanks)..].iter();
    let mut numbered = String::new();
    let mut rest = place;
    while let Some((before, after)) = rest.split_once("[_]") {
        numbered.push_str(before);
        match indices.next() {
            Some(index) => numbered.push_str(&format!("[{index}]")),
            None => numbered.push_str("[_]"),
        }
        rest = after;
    }
    numbered + rest
}

/// The calls under way: which of them the source shows, and where they were made.
#[derive(Default)]
struct Calls {
    frames: Vec<(bool, Option<Span>)>,
}

impl Calls {
    fn follow(&mut self, event: &TraceEvent, is_shown: impl Fn(ProcId) -> bool) {
        // Calls that the trace does not tell of are none of the source.
        self.frames.resize(event.depth + 1, (false, None));
        self.frames[event.depth].0 = is_shown(event.proc);
        if let TraceKind::Called { callee, .. } = &event.kind {
            self.frames.push((is_shown(*callee), Some(event.span)));
        }
    }

    /// How many calls of the source lie between the function under check and a depth.
    fn shown_depth(&self, depth: usize) -> u32 {
        let frames = self.frames.iter().take(depth + 1);
        let shown = frames.filter(|(shown, _)| *shown).count();
        u32::try_from(shown.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Where the procedure of an event was called.
    fn called_at(&self, event: &TraceEvent) -> Span {
        let frame = self.frames.get(event.depth);
        frame.and_then(|(_, span)| *span).unwrap_or(event.span)
    }
}

/// The variables of the calls under way, as a trace tells of them.
#[derive(Default)]
struct Variables {
    frames: Vec<BTreeMap<String, (TyId, state::Value)>>,
}

impl Variables {
    fn follow(&mut self, program: &Program, event: &TraceEvent) {
        self.frames.resize_with(event.depth + 1, BTreeMap::new);
        match &event.kind {
            TraceKind::Assigned {
                place: Some(place),
                ty,
                after,
                ..
            } if !place.contains(['.', '*', ' ', '[']) => {
                let frame = &mut self.frames[event.depth];
                frame.insert(place.clone(), (*ty, after.clone()));
            }
            TraceKind::Called { callee, args } => {
                let callee = &program.procs[*callee];
                let params = callee.params.iter().zip(args);
                let named = params.filter_map(|(param, value)| {
                    let local = &callee.locals[*param];
                    Some((local.name.clone()?, (local.ty, value.clone())))
                });
                self.frames.push(named.collect());
            }
            _ => {}
        }
    }

    /// What a variable of a call holds, or an argument of the function under check.
    fn named(&self, depth: usize, name: &str, inputs: &[Rooted]) -> Option<(TyId, state::Value)> {
        let frame = self.frames.get(depth);
        let known = frame.and_then(|frame| frame.get(name).cloned());
        let given = || {
            let input = inputs.iter().find(|(input, ..)| input == name);
            input.map(|(_, ty, value)| (*ty, value.clone()))
        };
        known.or_else(|| (depth == 0).then(given).flatten())
    }

    /// The variables of a call that are not among the roots.
    fn at_hand(&self, depth: usize, roots: &[Rooted]) -> Vec<Rooted> {
        let Some(frame) = self.frames.get(depth) else {
            return Vec::new();
        };
        let new = |name: &str| !roots.iter().any(|(root, ..)| root == name);
        frame
            .iter()
            .filter(|(name, _)| new(name))
            .map(|(name, (ty, value))| (name.clone(), *ty, value.clone()))
            .collect()
    }
}
