//! Answers the encoder's questions about feasibility by asking a solver, and watches the clock.

use std::sync::Arc;

use lowering::encode::Oracle;
use solver_bridge::{Backend, Formula, Limits, Logic, Session, Translator};

use super::Budget;

/// Conflicts that a question may cost: an answer that is not cheap is not worth it here.
const CONFLICTS: u64 = 20_000;

/// How many inputs are looked at to find out which values inputs have.
const ROUNDS: usize = 400;

/// An oracle with a solver of its own, which keeps what it learns from one question to the next.
pub(super) struct SolverOracle {
    budget: Budget,
    session: Session,
    /// How much of what is known has been asserted.
    asserted: [usize; 2],
    backend: Backend,
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
            session: Session::with_backend(Translator::new(), backend.clone()),
            asserted: [0; 2],
            backend,
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Some(self.budget.remaining()),
            conflicts: Some(CONFLICTS),
            interrupt: Some(Arc::clone(&self.budget.stop)),
            memory: None,
        }
    }
}

impl Oracle for SolverOracle {
    fn start(&mut self) {
        self.session = Session::with_backend(Translator::new(), self.backend.clone());
        self.asserted = [0; 2];
    }

    fn is_infeasible(&mut self, logic: &Logic, known: [&[Formula]; 2], path: Formula) -> bool {
        self.session.set_limits(self.limits());
        for (all, asserted) in known.into_iter().zip(&mut self.asserted) {
            for fact in all.iter().skip(*asserted) {
                // Without a fact, more is taken to be feasible.
                if self.session.assert(logic, *fact).is_err() {
                    return false;
                }
                *asserted += 1;
            }
        }
        // Without an answer the path is taken to be feasible: that costs time, never soundness.
        matches!(self.session.is_possible(logic, path), Ok(Some(false)))
    }

    /// Takes an input, crosses out what holds of it, and asks for one of which something else holds,
    /// until there is none.
    fn may_hold(&mut self, logic: &Logic, facts: &[Formula], questions: &[Formula]) -> Vec<bool> {
        let all = vec![true; questions.len()];
        let mut session = Session::with_backend(Translator::new(), self.backend.clone());
        for fact in facts {
            if session.assert(logic, *fact).is_err() {
                return all;
            }
        }
        session.set_limits(self.limits());
        let answers = session.which_are_possible(logic, questions, ROUNDS);
        answers.unwrap_or(all)
    }

    fn is_cancelled(&mut self) -> bool {
        self.budget.is_over()
    }
}
