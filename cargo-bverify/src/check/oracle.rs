//! Answers the encoder's questions about feasibility by asking a solver, and watches the clock.

use std::sync::Arc;

use lowering::encode::Oracle;
use solver_bridge::{
    Backend, Formula, Limits, Logic, Outcome, Session, Translator, Truth, evaluate,
};

use super::Budget;

/// Conflicts that a question may cost: an answer that is not cheap is not worth it here.
const CONFLICTS: u64 = 20_000;

/// How many inputs are looked at to find out which values inputs have.
const ROUNDS: usize = 400;

/// An oracle with a solver of its own, which keeps what it learns from one question to the next.
pub(super) struct SolverOracle {
    budget: Budget,
    session: Session,
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
    }

    fn is_infeasible(&mut self, logic: &Logic, all: &[Formula]) -> bool {
        self.session.set_limits(self.limits());
        // Without an answer the path is taken to be feasible: that costs time, never soundness.
        matches!(self.session.solve(logic, all), Ok(Outcome::Unsat(_)))
    }

    /// Takes an input, crosses out what holds of it, and asks for one of which something else holds,
    /// until there is none.
    fn may_hold(&mut self, logic: &Logic, facts: &[Formula], questions: &[Formula]) -> Vec<bool> {
        let mut answers = vec![true; questions.len()];
        let mut session = Session::with_backend(Translator::new(), self.backend.clone());
        for fact in facts {
            if session.assert(logic, *fact).is_err() {
                return answers;
            }
        }
        let mut open: Vec<usize> = (0..questions.len()).collect();
        for _ in 0..ROUNDS {
            session.set_limits(self.limits());
            let any: Vec<Formula> = open.iter().map(|index| questions[*index]).collect();
            match session.solve(logic, &[logic.or(&any)]) {
                Ok(Outcome::Sat(instance)) => {
                    let Ok(truths) = evaluate(logic, &instance, &any) else {
                        break;
                    };
                    let mut truths = truths.into_iter();
                    open.retain(|_| truths.next() == Some(Truth::False));
                }
                Ok(Outcome::Unsat(_)) => {
                    for index in open {
                        answers[index] = false;
                    }
                    break;
                }
                _ => break,
            }
        }
        answers
    }

    fn is_cancelled(&mut self) -> bool {
        self.budget.is_over()
    }
}
