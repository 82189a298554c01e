//! More than one model, and less than a whole core: enumeration up to a projection, and cores without
//! assumptions that are not needed.

use super::{Outcome, Session};
use crate::circuit::Bool;
use crate::error::SolveError;
use crate::ids::{Formula, Relation};
use crate::instance::Instance;
use crate::logic::Logic;
use crate::solver::{Answer, Walk};
use crate::tuple::Tuple;
use std::time::Instant;

/// Models that the solver finds, before they are walked through.
const FEW: usize = 64;
/// Conflicts on the way to the next model after which that is left to the solver.
const PATIENCE: u64 = 20_000;

/// How a walk ended.
enum Walked {
    /// There are no more.
    All,
    /// The visitor has had enough.
    Enough,
    /// The next one is hard to find.
    Hard,
    /// A limit was reached.
    Stopped,
}

impl Session {
    /// Excludes `instance`'s values of `relations`, together, from now on.
    pub fn exclude(
        &mut self,
        logic: &Logic,
        instance: &Instance,
        relations: &[Relation],
    ) -> Result<(), SolveError> {
        let mut same = Vec::new();
        for &relation in relations {
            self.respect_symmetry(logic, logic.rel(relation).0)?;
            self.translator.matrix(logic, logic.rel(relation))?;
            let (value, rest) = (instance.get(relation), self.values_of(logic, relation));
            let row = |entry: &(Tuple, Bool)| entry.0.without_last(rest.unwrap_or(0));
            let gates = self.translator.relation_gates(relation);
            for entries in gates.chunk_by(|a, b| rest.is_some() && row(a) == row(b)) {
                let present =
                    |entry: &&(Tuple, Bool)| value.is_some_and(|value| value.contains(entry.0));
                // A row of a function is what its one value is, or it has none.
                same.push(match entries.iter().find(present) {
                    Some(chosen) => chosen.1,
                    None => self.translator.none(entries.iter().map(|entry| entry.1)),
                });
            }
        }
        self.excluded = true;
        self.known.clear();
        let different = self.translator.any_not(same);
        self.cnf.require(self.translator.circuit(), different);
        Ok(())
    }

    /// How many last columns are the value of a function; `None` of a relation that is none.
    fn values_of(&self, logic: &Logic, relation: Relation) -> Option<usize> {
        let data = logic.relation_data(relation)?;
        Some(data.upper.arity() - data.function?.keys)
    }

    /// Calls `visit` on one model for each combination of values that `relations` can have, until it
    /// returns false. Says how many there were, or `None` if a limit was reached before the end. What
    /// was visited is excluded from then on. Once symmetries are broken, combinations count as one that
    /// arise from each other by exchanging interchangeable atoms (a few may still be visited more than
    /// once), and relations whose bounds tell such atoms apart are refused.
    pub fn enumerate(
        &mut self,
        logic: &Logic,
        relations: &[Relation],
        mut visit: impl FnMut(&Instance) -> bool,
    ) -> Result<Option<u64>, SolveError> {
        // A relation that no formula mentions varies all the same.
        for &relation in relations {
            self.respect_symmetry(logic, logic.rel(relation).0)?;
            self.translator.matrix(logic, logic.rel(relation))?;
            self.mention(relation);
        }
        let mut count = 0;
        loop {
            // A few with the solver proper: if there are no more, or they are hard to find, it is best.
            for _ in 0..FEW {
                match self.solve(logic, &[])? {
                    Outcome::Unsat(_) => return Ok(Some(count)),
                    Outcome::Interrupted => return Ok(None),
                    Outcome::Sat(instance) => {
                        count += 1;
                        self.exclude(logic, &instance, relations)?;
                        if !visit(&instance) {
                            return Ok(Some(count));
                        }
                    }
                }
            }
            match self.walk(logic, relations, &mut count, &mut visit)? {
                Walked::Enough | Walked::All => return Ok(Some(count)),
                Walked::Stopped => return Ok(None),
                Walked::Hard => {}
            }
        }
    }

    /// Visits one model after the other, without a clause for each.
    fn walk(
        &mut self,
        logic: &Logic,
        relations: &[Relation],
        count: &mut u64,
        visit: &mut impl FnMut(&Instance) -> bool,
    ) -> Result<Walked, SolveError> {
        let mut projection = Vec::new();
        for &relation in relations {
            for (_, gate) in self.translator.relation_gates(relation) {
                if gate.as_constant().is_none() {
                    projection.push(self.gate_literal(gate));
                }
            }
        }
        let start = Instant::now();
        let clauses = (0..self.cnf.clauses.len()).map(|index| self.cnf.clauses.get(index));
        let mut walk = Walk::new(self.cnf.variables(), clauses, &projection);
        let mut visit_all = || -> Result<Walked, SolveError> {
            loop {
                let before = walk.conflicts();
                match walk.next_model(&self.limits, PATIENCE) {
                    Answer::Sat => {}
                    Answer::Unsat => return Ok(Walked::All),
                    Answer::Interrupted if walk.conflicts() - before >= PATIENCE => {
                        return Ok(Walked::Hard);
                    }
                    Answer::Interrupted => return Ok(Walked::Stopped),
                }
                let instance = self.instance_by(logic, |literal| Ok(walk.value(literal)))?;
                self.judge(logic, &instance, &[])?;
                *count += 1;
                if !visit(&instance) {
                    return Ok(Walked::Enough);
                }
            }
        };
        let walked = visit_all();
        for clause in walk.excluded() {
            self.cnf.clauses.push(&clause);
        }
        self.excluded = true;
        self.known.clear();
        self.past_conflicts += walk.conflicts();
        self.solve_time += start.elapsed();
        walked
    }

    /// A core from which no assumption can be left out. Without an end in time, what is left then.
    pub fn minimise_core(
        &mut self,
        logic: &Logic,
        core: Vec<Formula>,
    ) -> Result<Vec<Formula>, SolveError> {
        // What is assumed twice would never be left out.
        let mut needed: Vec<Formula> = Vec::new();
        for formula in core {
            if !needed.contains(&formula) {
                needed.push(formula);
            }
        }
        let mut index = 0;
        while index < needed.len() {
            let mut without = needed.clone();
            without.remove(index);
            match self.solve(logic, &without)? {
                // The solver's own core may be smaller still; those before `index` are needed.
                Outcome::Unsat(smaller) => {
                    needed.retain(|formula| smaller.contains(formula));
                }
                Outcome::Sat(_) => index += 1,
                Outcome::Interrupted => return Ok(needed),
            }
        }
        Ok(needed)
    }
}
