//! Native solvers (MiniSat, Glucose, CaDiCaL), whichever are compiled in. Each can be interrupted from
//! another thread, so the clock is watched by one that lives as long as the question. Nothing is
//! preprocessed away, so all of them stay incremental.

use super::{Answer, Failure, Limits, SatSolver, Watch, failed};
use rustsat::solvers::{
    GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, SolveIncremental, SolverResult,
};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use std::sync::mpsc;
use std::time::Duration;

/// How often the watching thread looks up.
const PERIOD: Duration = Duration::from_millis(20);

/// More conflicts than any question will have.
const UNLIMITED: u64 = i32::MAX as u64;

#[derive(Default)]
pub(super) struct Native<S> {
    solver: S,
    /// Whether a limit on conflicts was ever set.
    limited: bool,
}

impl<S> SatSolver for Native<S>
where
    S: SolveIncremental + Interrupt + LimitConflicts + GetInternalStats + Send,
    S::Interrupter: Send,
{
    fn name(&self) -> String {
        self.solver.signature().to_lowercase()
    }

    fn reserve(&mut self, count: u32) -> Result<(), Failure> {
        match count.checked_sub(1) {
            Some(last) => self.solver.reserve(Var::new(last)).map_err(failed),
            None => Ok(()),
        }
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
        // MiniSat takes "no limit" for one below the conflicts it has had, so a limit once set is
        // replaced by the largest that every solver takes.
        self.limited |= limits.conflicts.is_some();
        if self.limited {
            let budget = limits.conflicts.unwrap_or(UNLIMITED).min(UNLIMITED);
            let budget = u32::try_from(budget).expect("the largest limit is below 2^31");
            self.solver.limit_conflicts(Some(budget)).map_err(failed)?;
        }
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
        // Asked of a negative literal, MiniSat's wrapper answers for the variable.
        let positive = Lit::positive(literal.vidx32());
        let wanted = match literal.is_pos() {
            true => TernaryVal::True,
            false => TernaryVal::False,
        };
        Ok(self.solver.lit_val(positive).map_err(failed)? == wanted)
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
        self.solver.conflicts() as u64
    }
}
