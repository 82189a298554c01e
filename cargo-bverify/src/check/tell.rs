//! A violating run as data of a report: objects and variables by their names in the source.

use std::collections::BTreeMap;

use lowering::ids::Id;
use lowering::ir::interp::{Cause, Event as TraceEvent, EventKind as TraceKind, Trace, Violation};
use lowering::ir::state::{self, State};
use lowering::ir::types::{Ty, TyId};
use lowering::ir::{Branch, Const, ObligationKind, Program};
use lowering::span::{Origin, Span};

use super::Check;
use crate::replay;
use crate::report::convert::{Named, Naming};
use crate::report::counterexample::{Event, EventKind, Exit, Part, Violated};
use crate::report::heap::{self, Root};
use crate::report::{Counterexample, call, parts};

/// A violating run.
pub(super) struct Run {
    pub(super) pre: State,
    pub(super) post: State,
    pub(super) trace: Trace,
    pub(super) violation: Violation,
}

impl Check<'_> {
    /// A violating run in the words of a report.
    pub(super) fn counterexample(&self, run: Run) -> Counterexample {
        let entry = &self.program.procs[self.harness.entry];
        let names: Vec<(String, TyId)> = entry
            .params
            .iter()
            .map(|param| {
                let local = &entry.locals[*param];
                let name = local.name.clone();
                (
                    name.unwrap_or_else(|| format!("arg{}", param.index())),
                    local.ty,
                )
            })
            .collect();
        let roots = |values: &'_ [state::Value]| -> Vec<(String, TyId, state::Value)> {
            let values = names.iter().zip(values);
            values
                .map(|((name, ty), value)| (name.clone(), *ty, value.clone()))
                .collect()
        };
        let before = roots(&run.pre.inputs);
        let mut naming = Naming::new(&self.program.types, &named(&before), &run.pre);
        let mut pre = naming.heap(&named(&before), &run.pre);
        let call = call::text(&self.harness.function, &pre);
        let trace = self.events(&run.trace, &before, &mut naming);
        let mut after = roots(&run.post.inputs);
        let returned = run
            .trace
            .events
            .iter()
            .rev()
            .find_map(|event| match &event.kind {
                TraceKind::Returned { value } if event.depth == 0 => Some((event.span, value)),
                _ => None,
            });
        let exit = match (&run.violation.cause, returned) {
            (Cause::Panic(panic), _) => Exit::Panicked {
                message: panic.message.clone(),
                heap: naming.heap(&named(&after), &run.post),
            },
            (_, Some((_, value))) => {
                let target = &self.program.procs[self.harness.target];
                let ty = target.locals[target.ret].ty;
                if *self.program.types.get(ty) != Ty::Tuple(Vec::new()) {
                    after.push(("result".into(), ty, value.clone()));
                }
                Exit::Returned(naming.heap(&named(&after), &run.post))
            }
            (_, None) => Exit::Stopped(naming.heap(&named(&after), &run.post)),
        };
        let obligation = run.violation.obligation.clone();
        naming.at(&run.post);
        let sources = self.front.sources();
        let parts = run.trace.parts.iter().map(|part| Part {
            span: part.span,
            text: part
                .name
                .clone()
                .unwrap_or_else(|| sources.text(part.span).to_owned()),
            value: naming.value(part.ty, &part.value),
        });
        let parts = parts::worth_telling(obligation.span, parts.collect());
        let replay = self.options.replay.then(|| {
            let returned = returned.map(|(_, value)| value);
            replay::test(&replay::Found {
                program: self.program,
                harness: self.harness,
                sources,
                root: camino::Utf8Path::new(self.root_path()),
                pre: &run.pre,
                post: &run.post,
                returned,
                violated: &obligation,
                cause: &run.violation.cause,
                parts: &parts,
            })
        });
        let panicked =
            run.trace.events.iter().rev().find_map(|event| {
                matches!(event.kind, TraceKind::Panicked(_)).then_some(event.span)
            });
        let reached = match obligation.kind {
            ObligationKind::Panic(_) | ObligationKind::Memory(_) => None,
            ObligationKind::OnPanic => panicked,
            _ => returned.map(|(span, _)| span),
        };
        let path = match returned {
            Some(_) => Vec::new(),
            None => self.call_path(&run.violation),
        };
        pre.roots.splice(0..0, self.consts());
        Counterexample {
            path,
            violated: Violated {
                kind: obligation.kind,
                span: obligation.span,
                text: self.front.sources().text(obligation.span).to_owned(),
            },
            reached: reached.filter(|span| *span != obligation.span),
            call,
            pre,
            exit,
            trace,
            parts,
            replay,
        }
    }

    /// The const parameters with their values, as what comes before the arguments.
    fn consts(&self) -> Vec<Root> {
        let consts = self.harness.consts.iter();
        consts
            .filter_map(|(name, value)| {
                let value = match value {
                    Const::Bool(value) => heap::Value::Bool(*value),
                    Const::Int(value, ty) => heap::Value::Int(
                        *value,
                        match self.program.types.get(*ty) {
                            Ty::Int(int) => Some(*int),
                            _ => None,
                        },
                    ),
                    _ => return None,
                };
                Some(Root {
                    name: name.clone(),
                    value,
                })
            })
            .collect()
    }

    /// The crate root as it is shown: the first file of the user's that was read.
    fn root_path(&self) -> &str {
        let files = self.front.sources().files();
        let mut user = files.filter(|(_, file)| file.origin == Origin::User);
        user.next().map_or("", |(_, file)| file.path.as_str())
    }

    /// The calls between the function under check and the place where it went wrong, innermost first.
    fn call_path(&self, violation: &Violation) -> Vec<Span> {
        let sources = self.front.sources();
        let mut path: Vec<Span> = Vec::new();
        for span in &violation.stack {
            let inside = sources.is_user(*span) && *span != self.harness.span;
            if inside && *span != violation.obligation.span && !path.contains(span) {
                path.push(*span);
            }
        }
        path
    }

    fn events(
        &self,
        trace: &Trace,
        inputs: &[(String, TyId, state::Value)],
        naming: &mut Naming<'_>,
    ) -> Vec<Event> {
        let mut variables = Variables::default();
        let mut events = Vec::new();
        for event in &trace.events {
            variables.follow(self.program, event);
            if let Some(state) = &event.state {
                naming.at(state);
            }
            let Some(kind) = self.event(event, naming) else {
                continue;
            };
            let depth = match self
                .front
                .sources()
                .is_user(self.program.procs[event.proc].span)
            {
                true => event.depth,
                // A step of a model is one of its caller.
                false => event.depth.saturating_sub(1),
            };
            let state = event.state.as_ref().filter(|_| self.options.states);
            let after = state.map(|state| {
                let mut roots: Vec<(String, TyId, state::Value)> = inputs
                    .iter()
                    .zip(&state.inputs)
                    .map(|((name, ty, _), value)| (name.clone(), *ty, value.clone()))
                    .collect();
                roots.extend(variables.at_hand(depth, &roots));
                naming.heap(&named(&roots), state)
            });
            events.push(Event {
                depth: u32::try_from(event.depth).unwrap_or(u32::MAX),
                span: event.span,
                kind,
                after,
            });
        }
        events
    }

    /// What happened, unless it has no name in the source: then it shows in the post-state.
    fn event(&self, event: &TraceEvent, naming: &mut Naming<'_>) -> Option<EventKind> {
        Some(match &event.kind {
            TraceKind::Assigned {
                place, ty, after, ..
            } => EventKind::Assigned {
                place: place.clone()?,
                value: naming.value(*ty, after),
            },
            TraceKind::Decided { branch, taken } => match branch {
                Branch::Condition => EventKind::Condition(*taken),
                Branch::Pattern => EventKind::Pattern { matched: *taken },
                Branch::Hidden => return None,
            },
            TraceKind::Called { callee, args } => {
                let callee = &self.program.procs[*callee];
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
            TraceKind::Returned { value } => {
                let proc = &self.program.procs[event.proc];
                EventKind::Returned(naming.value(proc.locals[proc.ret].ty, value))
            }
            TraceKind::Panicked(panic) => EventKind::Panicked(panic.message.clone()),
        })
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

    /// The variables of a call that are not among the roots.
    fn at_hand(
        &self,
        depth: usize,
        roots: &[(String, TyId, state::Value)],
    ) -> Vec<(String, TyId, state::Value)> {
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

fn named(roots: &[(String, TyId, state::Value)]) -> Vec<Named<'_>> {
    let roots = roots.iter();
    roots
        .map(|(name, ty, value)| Named {
            name,
            ty: *ty,
            value,
        })
        .collect()
}
