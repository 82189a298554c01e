//! The last word on a counterexample: it is run on the concrete interpreter, and only what fails
//! there, for an obligation that the solver found violated, is shown.

use lowering::encode::{self, EncodedObligation, Encoding, EntryValues};
use lowering::ids::Id;
use lowering::ir::interp::{
    Cause, Environment, EventKind as TraceKind, Limits, Machine, Outcome, Prepared, Recorder,
    Scope, Trace, Violation,
};
use lowering::ir::state::{self, State};
use lowering::ir::types::{IntTy, ParamId, Ty, TyId};
use lowering::ir::{Branch, Obligation, ObligationKind};
use lowering::span::{Origin, Span};
use solver_bridge::Instance;

use super::{Check, Failure, Findings, internal};
use crate::replay;
use crate::report::convert::{Named, Naming};
use crate::report::counterexample::{Event, EventKind, Exit, Part, Violated};
use crate::report::{Counterexample, ObligationReport, ObligationVerdict, Verdict, call, parts};

/// Events kept at each end of a long trace.
const TRACE_EVENTS: usize = 200;

impl Check<'_> {
    /// Runs the input of an instance and tells what happens.
    pub(super) fn judge(
        &self,
        bounds: &encode::Bounds,
        encoding: &Encoding,
        instance: &Instance,
        findings: &mut Findings,
    ) -> Result<Verdict, Failure> {
        let pre = encoding.decode(instance).map_err(internal)?;
        let is_user = |span: Span| self.front.sources().is_user(span);
        let environment = Environment {
            scope: self.scope(bounds),
            limits: Limits::default(),
            is_user: &is_user,
        };
        let prepared = Prepared::new(self.program).map_err(internal)?;
        let mut machine = Machine::new(&prepared, &environment);
        let mut recorder = Recorder::new(self.harness.target, &is_user, TRACE_EVENTS);
        let outcome = machine
            .run(self.harness.entry, &pre, &mut recorder)
            .map_err(internal)?;
        let violation = match outcome {
            Outcome::Violated(violation) => *violation,
            other => {
                return Err(Failure::Internal(format!(
                    "the solver and the interpreter disagree about an input: {}",
                    disagreement(&other)
                )));
            }
        };
        let predicted = |obligation: &EncodedObligation| {
            obligation.why.kind == violation.obligation.kind
                && self.blamed(obligation) == violation.obligation.span
        };
        if !encoding.obligations.iter().any(predicted) {
            return Err(Failure::Internal(format!(
                "the interpreter finds a violation that the encoder does not know of: {:?}",
                violation.obligation.kind
            )));
        }
        findings.obligations = self.obligation_reports(encoding, Some(&violation.obligation));
        let run = Run {
            pre,
            post: machine.state(),
            trace: recorder.finish(&machine, Some(violation.obligation.span)),
            violation,
        };
        Ok(Verdict::Violated(Box::new(self.counterexample(run))))
    }

    /// What an obligation is blamed on: of a panic or memory error, the innermost place in user code.
    pub(super) fn blamed(&self, obligation: &EncodedObligation) -> Span {
        match obligation.why.kind {
            ObligationKind::Panic(_) | ObligationKind::Memory(_) => {
                self.user_span(&obligation.trace, obligation.why.span)
            }
            _ => obligation.why.span,
        }
    }

    /// The obligations, each once, in the order of the source.
    pub(super) fn obligation_reports(
        &self,
        encoding: &Encoding,
        violated: Option<&Obligation>,
    ) -> Vec<ObligationReport> {
        let mut reports: Vec<ObligationReport> = Vec::new();
        for obligation in &encoding.obligations {
            let (kind, span) = (obligation.why.kind, self.blamed(obligation));
            let verdict = match violated {
                None => ObligationVerdict::Verified,
                Some(why) if (why.kind, why.span) == (kind, span) => ObligationVerdict::Violated,
                Some(_) => ObligationVerdict::Undecided,
            };
            let report = ObligationReport {
                kind,
                span,
                verdict,
            };
            if !reports.contains(&report) {
                reports.push(report);
            }
        }
        reports.sort_by_key(|report| (report.span, report.kind));
        reports
    }

    /// What quantifiers range over: the same for the interpreter as for the encoder.
    fn scope(&self, bounds: &encode::Bounds) -> Scope {
        let values = EntryValues::new(self.program, bounds);
        let types = &self.program.types;
        let params = types.iter().filter_map(|(_, ty)| match ty {
            Ty::Param(param) => Some(*param),
            _ => None,
        });
        let chars = values.of_char().into_iter();
        Scope {
            ints: IntTy::ALL
                .into_iter()
                .filter_map(|int| Some((int, values.of(int)?)))
                .collect(),
            chars: chars
                .filter_map(|code| char::from_u32(u32::try_from(code).ok()?))
                .collect(),
            math: Vec::new(),
            members: bounds.scope,
            members_of: params
                .map(|param: ParamId| (param, bounds.scope_of(&types.param(param).name)))
                .collect(),
        }
    }

    fn counterexample(&self, run: Run) -> Counterexample {
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
        let pre = naming.heap(&named(&before), &run.pre);
        let trace = self.events(&run.trace, &mut naming);
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
        let reached = match obligation.kind {
            ObligationKind::Panic(_) | ObligationKind::Memory(_) => None,
            _ => returned.map(|(span, _)| span),
        };
        Counterexample {
            violated: Violated {
                kind: obligation.kind,
                span: obligation.span,
                text: self.front.sources().text(obligation.span).to_owned(),
            },
            reached: reached.filter(|span| *span != obligation.span),
            call: call::text(&self.harness.function, &pre),
            pre,
            exit,
            trace,
            parts,
            replay,
        }
    }

    /// The crate root as it is shown: the first file of the user's that was read.
    fn root_path(&self) -> &str {
        let files = self.front.sources().files();
        let mut user = files.filter(|(_, file)| file.origin == Origin::User);
        user.next().map_or("", |(_, file)| file.path.as_str())
    }

    fn events(&self, trace: &Trace, naming: &mut Naming<'_>) -> Vec<Event> {
        let events = trace.events.iter();
        events
            .filter_map(|event| {
                let kind = match &event.kind {
                    TraceKind::Assigned {
                        place: Some(place),
                        ty,
                        after,
                        ..
                    } => EventKind::Assigned {
                        place: place.clone(),
                        value: naming.value(*ty, after),
                    },
                    // A location that has no name in the source shows in the post-state.
                    TraceKind::Assigned { place: None, .. } => return None,
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
                };
                Some(Event {
                    depth: u32::try_from(event.depth).unwrap_or(u32::MAX),
                    span: event.span,
                    kind,
                })
            })
            .collect()
    }
}

/// A violating run.
struct Run {
    pre: State,
    post: State,
    trace: Trace,
    violation: Violation,
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

fn disagreement(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Completed => "the run violates nothing".into(),
        Outcome::AssumptionFailed(why) => format!("the run breaks an assumption ({:?})", why.kind),
        Outcome::Violated(_) => "the run violates an obligation".into(),
        Outcome::Panicked(_) => "a panic leaves the harness".into(),
        Outcome::Fault(fault) => format!("the run faults: {}", fault.kind),
        Outcome::OutOfChoices => "the run meets more choices than the solver made".into(),
        Outcome::OutOfFuel(budget) => format!("the run does not end within its budget: {budget:?}"),
    }
}
