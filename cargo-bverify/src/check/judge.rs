//! The last word on a counterexample: it is run on the concrete interpreter, and only what fails
//! there, for an obligation that the solver found violated, is shown.

use lowering::encode::{self, EncodedObligation, Encoding, EntryValues};
use lowering::ir::ObligationKind;
use lowering::ir::interp::{
    Environment, FaultKind, Limits, Machine, Outcome, Prepared, Recorder, Scope, Trace,
};
use lowering::ir::state::State;
use lowering::ir::types::{IntTy, ParamId, Ty};
use lowering::span::Span;
use solver_bridge::Instance;

use super::rest::ends_runs;
use super::tell::Run;
use super::{Check, Failure, Finding, internal};
use crate::report::{Counterexample, ObligationReport, ObligationVerdict, Undecided};

/// Events kept at each end of a long trace.
const TRACE_EVENTS: usize = 200;

/// What became of an input on the interpreter.
pub(super) struct Ran {
    pub(super) pre: State,
    pub(super) post: State,
    pub(super) trace: Trace,
    pub(super) outcome: Outcome,
}

impl Check<'_> {
    /// Runs the input of an instance and tells what happens.
    pub(super) fn judge(
        &self,
        bounds: &encode::Bounds,
        encoding: &Encoding,
        instance: &Instance,
    ) -> Result<Counterexample, Failure> {
        let ran = self.interpret(bounds, encoding, instance)?;
        let violation = match ran.outcome {
            Outcome::Violated(violation) => *violation,
            // The solver can compare larger numbers than the interpreter computes with.
            Outcome::Fault(fault) if matches!(fault.kind, FaultKind::MathOverflow) => {
                return Err(Failure::Undecided(Undecided::Limit(fault.kind.to_string())));
            }
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
        Ok(self.counterexample(Run {
            pre: ran.pre,
            post: ran.post,
            trace: ran.trace,
            violation,
        }))
    }

    /// Runs the input of an instance.
    pub(super) fn interpret(
        &self,
        bounds: &encode::Bounds,
        encoding: &Encoding,
        instance: &Instance,
    ) -> Result<Ran, Failure> {
        let pre = encoding.decode(instance).map_err(internal)?;
        let is_user = |span: Span| self.front.sources().is_user(span);
        let environment = Environment {
            scope: self.scope(bounds),
            limits: Limits::default(),
            is_user: &is_user,
        };
        let prepared = Prepared::new(self.program).map_err(internal)?;
        let mut machine = Machine::new(&prepared, &environment);
        let mut recorder =
            Recorder::new(self.harness.target, &is_user, TRACE_EVENTS).with_states(true);
        let outcome = machine
            .run(self.harness.entry, &pre, &mut recorder)
            .map_err(internal)?;
        let blamed = match &outcome {
            Outcome::Violated(violation) => Some(violation.obligation.span),
            _ => None,
        };
        Ok(Ran {
            post: machine.state(),
            trace: recorder.finish(&machine, blamed),
            pre,
            outcome,
        })
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
        obligations: &[EncodedObligation],
        violated: &[Finding],
        exhausted: bool,
    ) -> Vec<ObligationReport> {
        let mut reports: Vec<ObligationReport> = Vec::new();
        // What comes after a claim that does not hold was only asked where it does.
        let mut others = ObligationVerdict::Verified;
        for obligation in obligations {
            let (kind, span) = (obligation.why.kind, self.blamed(obligation));
            let is_it = |found: &Finding| found.counterexample.violated.is(kind, span);
            let verdict = match violated.iter().any(is_it) {
                true => {
                    if !ends_runs(kind) {
                        others = ObligationVerdict::Undecided;
                    }
                    ObligationVerdict::Violated
                }
                false if exhausted => others,
                false => ObligationVerdict::Undecided,
            };
            // A loop or a call states it several times: the worst answer counts.
            let same = |report: &&mut ObligationReport| (report.kind, report.span) == (kind, span);
            match reports.iter_mut().find(same) {
                Some(report) => report.verdict = report.verdict.max(verdict),
                None => reports.push(ObligationReport {
                    kind,
                    span,
                    verdict,
                }),
            }
        }
        reports.sort_by_key(|report| (report.span, report.kind));
        reports
    }

    /// What quantifiers range over: the same for the interpreter as for the encoder.
    fn scope(&self, bounds: &encode::Bounds) -> Scope {
        let values = EntryValues::new(self.program, self.harness, bounds);
        let types = &self.program.types;
        let params = types.iter().filter_map(|(_, ty)| match ty {
            Ty::Param(param) => Some(*param),
            _ => None,
        });
        let chars = values.of_char().into_iter().flatten();
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
}

pub(super) fn disagreement(outcome: &Outcome) -> String {
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
