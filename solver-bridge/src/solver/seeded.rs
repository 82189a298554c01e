//! A seed for any solver: it decides, for each variable, which of its two values is tried first, by
//! exchanging them. Answers stay the same, models and times may not.

use super::{Answer, Failure, Limits, SatSolver};
use rustsat::types::Lit;

pub(super) struct Seeded {
    solver: Box<dyn SatSolver>,
    seed: u64,
    /// The clause or the assumptions of the moment.
    mapped: Vec<Lit>,
}

impl Seeded {
    pub fn new(solver: Box<dyn SatSolver>, seed: u64) -> Self {
        Self {
            solver,
            seed,
            mapped: Vec::new(),
        }
    }

    /// The literal as the solver knows it, and back.
    fn exchange(&self, literal: Lit) -> Lit {
        // The finaliser of splitmix64 (Steele, Lea, Flood 2014).
        let mut bits = self
            .seed
            .wrapping_add(u64::from(literal.vidx32()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        if (bits ^ (bits >> 31)) & 1 == 1 {
            !literal
        } else {
            literal
        }
    }

    fn map(&mut self, literals: &[Lit]) -> Vec<Lit> {
        let mut mapped = std::mem::take(&mut self.mapped);
        mapped.clear();
        mapped.extend(literals.iter().map(|&literal| self.exchange(literal)));
        mapped
    }
}

impl SatSolver for Seeded {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn reserve(&mut self, count: u32) -> Result<(), Failure> {
        self.solver.reserve(count)
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Failure> {
        let mapped = self.map(clause);
        let added = self.solver.add_clause(&mapped);
        self.mapped = mapped;
        added
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Answer, Failure> {
        let mapped = self.map(assumptions);
        let answer = self.solver.solve(&mapped, limits);
        self.mapped = mapped;
        answer
    }

    fn value(&self, literal: Lit) -> Result<bool, Failure> {
        self.solver.value(self.exchange(literal))
    }

    fn core(&mut self) -> Result<Vec<Lit>, Failure> {
        let core = self.solver.core()?;
        Ok(core.into_iter().map(|lit| self.exchange(lit)).collect())
    }

    fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }
}
