//! MiniSat, without preprocessing so that it stays incremental. It can be interrupted from another
//! thread; the clock is watched by one that lives as long as the question.

use super::{Answer, Failure, Limits, SatSolver, Watch, failed};
use rustsat::solvers::{
    Interrupt, InterruptSolver, LimitConflicts, Solve, SolveIncremental, SolverResult,
};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use std::sync::mpsc;
use std::time::Duration;

/// How often the watching thread looks up.
const PERIOD: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(super) struct Minisat {
    solver: rustsat_minisat::core::Minisat,
}

impl SatSolver for Minisat {
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
        let watch = Watch::new(limits);
        if watch.is_over() {
            return Ok(Answer::Interrupted);
        }
        let budget = limits
            .conflicts
            .map(|limit| u32::try_from(limit).unwrap_or(u32::MAX));
        self.solver.limit_conflicts(budget).map_err(failed)?;
        let interrupter = self.solver.interrupter();
        let solver = &mut self.solver;
        let result = if limits.time.is_none() && limits.interrupt.is_none() {
            solver.solve_assumps(assumptions)
        } else {
            std::thread::scope(|scope| {
                let (done, finished) = mpsc::channel::<()>();
                scope.spawn(move || {
                    while finished.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
                        if watch.is_over() {
                            interrupter.interrupt();
                        }
                    }
                });
                let result = solver.solve_assumps(assumptions);
                drop(done);
                result
            })
        };
        Ok(match result.map_err(failed)? {
            SolverResult::Sat => Answer::Sat,
            SolverResult::Unsat => Answer::Unsat,
            SolverResult::Interrupted => Answer::Interrupted,
        })
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
        use rustsat::solvers::GetInternalStats;
        self.solver.conflicts() as u64
    }
}
