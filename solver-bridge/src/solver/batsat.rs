//! The embedded solver: batsat, pure Rust. It asks its callbacks at every decision whether to stop.

use super::{Answer, Failure, Limits, SatSolver, Watch, failed};
use batsat::{ClauseKind, SolverInterface};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use std::cell::Cell;

/// The clock is read once in this many questions.
const PATIENCE: u32 = 256;

#[derive(Default)]
pub(super) struct Batsat {
    solver: rustsat_batsat::Solver<Callbacks>,
}

#[derive(Default)]
struct Callbacks {
    watch: Watch,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    conflicts: u64,
    budget: Option<u64>,
}

impl batsat::Callbacks for Callbacks {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        if self.stopped.get() || self.budget.is_some_and(|budget| self.conflicts >= budget) {
            return true;
        }
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(PATIENCE) && self.watch.is_over() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}

impl SatSolver for Batsat {
    fn name(&self) -> String {
        self.solver.signature().to_lowercase()
    }

    fn reserve(&mut self, count: u32) -> Result<(), Failure> {
        if count > 0 {
            self.solver.reserve(Var::new(count - 1)).map_err(failed)?;
        }
        Ok(())
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Failure> {
        let clause: Clause = clause.iter().copied().collect();
        self.solver.add_clause(clause).map_err(failed)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer, Failure> {
        let conflicts = self.conflicts();
        let callbacks = self.solver.batsat_mut().cb_mut();
        callbacks.watch = Watch::new(limits);
        callbacks.asked.set(0);
        callbacks.stopped.set(callbacks.watch.is_over());
        callbacks.conflicts = conflicts;
        callbacks.budget = limits
            .conflicts
            .map(|limit| conflicts.saturating_add(limit));
        Ok(
            match self.solver.solve_assumps(assumptions).map_err(failed)? {
                SolverResult::Sat => Answer::Sat,
                SolverResult::Unsat => Answer::Unsat,
                SolverResult::Interrupted => Answer::Interrupted,
            },
        )
    }

    fn value(&self, literal: Lit) -> Result<bool, Failure> {
        Ok(self.solver.lit_val(literal).map_err(failed)? == TernaryVal::True)
    }

    fn core(&mut self) -> Result<Vec<Lit>, Failure> {
        // The clause that was refuted, so each assumption comes back negated.
        Ok(self
            .solver
            .core()
            .map_err(failed)?
            .into_iter()
            .map(|literal| !literal)
            .collect())
    }

    fn conflicts(&self) -> u64 {
        self.solver.batsat_ref().num_conflicts()
    }
}
