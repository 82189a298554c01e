//! `--witness`: a run that satisfies the contract, found by the solver and run on the interpreter as a
//! counterexample is. It shows what a contract lets through.

use lowering::encode::{self, Encoding};
use lowering::ir::interp::{Cause, Outcome, Violation};
use lowering::ir::{Obligation, ObligationKind};
use solver_bridge::Instance;

use super::tell::Run;
use super::{Check, Failure};
use crate::report::Counterexample;

impl Check<'_> {
    /// The run of an input that the solver says violates nothing.
    pub(super) fn witness(
        &self,
        bounds: &encode::Bounds,
        encoding: &Encoding,
        instance: &Instance,
    ) -> Result<Counterexample, Failure> {
        let ran = self.interpret(bounds, encoding, instance)?;
        match ran.outcome {
            Outcome::Completed => {
                let obligation = Obligation {
                    kind: ObligationKind::Postcondition,
                    span: self.harness.span,
                };
                Ok(self.counterexample(Run {
                    pre: ran.pre,
                    post: ran.post,
                    trace: ran.trace,
                    violation: Violation {
                        obligation,
                        cause: Cause::Condition,
                        stack: Vec::new(),
                    },
                }))
            }
            other => Err(Failure::Internal(format!(
                "the solver and the interpreter disagree about an input: {}",
                super::judge::disagreement(&other)
            ))),
        }
    }
}
