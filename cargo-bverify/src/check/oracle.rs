//! Answers the encoder's questions about feasibility by asking a solver, and watches the clock.

use std::sync::Arc;

use lowering::encode::Oracle;
use solver_bridge::{Backend, Formula, Limits, Logic, Outcome, Session, Translator};

use super::Budget;

/// Conflicts that a question may cost: an answer that is not cheap is not worth it here.
const CONFLICTS: u64 = 20_000;

/// An oracle with a solver of its own, which keeps what it learns from one question to the next.
pub(super) struct SolverOracle {
    budget: Budget,
    session: Session,
}

impl SolverOracle {
    pub(super) fn new(budget: Budget, backend: Backend) -> Self {
        // Its questions are many and small: not worth a process each.
        let backend = match backend {
            Backend::External(_) => Backend::default(),
            embedded => embedded,
        };
        Self {
            budget,
            session: Session::with_backend(Translator::new(), backend),
        }
    }
}

impl Oracle for SolverOracle {
    fn is_infeasible(&mut self, logic: &Logic, all: &[Formula]) -> bool {
        self.session.set_limits(Limits {
            time: Some(self.budget.remaining()),
            conflicts: Some(CONFLICTS),
            interrupt: Some(Arc::clone(&self.budget.stop)),
            memory: None,
        });
        // Without an answer the path is taken to be feasible: that costs time, never soundness.
        matches!(self.session.solve(logic, all), Ok(Outcome::Unsat(_)))
    }

    fn is_cancelled(&mut self) -> bool {
        self.budget.is_over()
    }
}
