//! The questions that are asked of one encoding: is there any input, does one violate an obligation,
//! and was anything cut.

use std::sync::Arc;

use lowering::encode::Encoding;
use lowering::span::Span;
use solver_bridge::{
    Formula, Instance, Limits, Measure, Outcome, Session, SolveError, Translator,
};

use super::{Check, Failure, Findings, internal};

/// What became of an encoding.
pub(super) enum Answer {
    /// No input satisfies the preconditions.
    Vacuous,
    /// The smallest input that violates an obligation.
    Violated(Instance),
    /// No input violates any; with the loops and calls that some input takes further than was looked.
    Holds(Vec<Span>),
}

/// A session about one encoding.
pub(super) struct Solving<'a> {
    check: &'a Check<'a>,
    encoding: &'a Encoding,
    session: Session,
}

impl<'a> Solving<'a> {
    /// Asserts what holds of every input of interest.
    pub(super) fn new(
        check: &'a Check<'a>,
        encoding: &'a Encoding,
        translator: Translator,
    ) -> Result<Self, Failure> {
        let mut session = Session::with_backend(translator, check.backend());
        for fact in encoding.facts.iter().chain(&encoding.entry) {
            session.assert(&encoding.logic, *fact).map_err(internal)?;
        }
        Ok(Self {
            check,
            encoding,
            session,
        })
    }

    /// Asks everything.
    pub(super) fn run(&mut self) -> Result<Answer, Failure> {
        // Without an entry state no path got as far as the call.
        if self.encoding.entry.is_empty() || self.ask(&[])?.is_none() {
            return Ok(Answer::Vacuous);
        }
        let logic = &self.encoding.logic;
        let violated: Vec<Formula> = self
            .encoding
            .obligations
            .iter()
            .map(|obligation| obligation.violated)
            .collect();
        let any = logic.or(&violated);
        if let Some(smallest) = self.ask_smallest(any)? {
            return Ok(Answer::Violated(smallest));
        }
        let mut cut = Vec::new();
        for unwinding in &self.encoding.unwindings {
            if !cut.contains(&unwinding.span) && self.ask(&[unwinding.cut])?.is_some() {
                cut.push(unwinding.span);
            }
        }
        Ok(Answer::Holds(cut))
    }

    fn ask(&mut self, assumptions: &[Formula]) -> Result<Option<Instance>, Failure> {
        self.session.set_limits(self.limits());
        let outcome = self.session.solve(&self.encoding.logic, assumptions);
        self.settled(outcome.map_err(internal)?)
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Some(self.check.budget.remaining()),
            conflicts: None,
            interrupt: Some(Arc::clone(&self.check.budget.stop)),
        }
    }

    /// The smallest input of which the formula holds. If time runs out on the way, one that is not
    /// the smallest: it is a counterexample all the same.
    fn ask_smallest(&mut self, formula: Formula) -> Result<Option<Instance>, Failure> {
        self.session.set_limits(self.limits());
        let measures = self.encoding.measures.iter();
        let measures: Vec<Measure> = measures.map(|number| Measure::Number(*number)).collect();
        let logic = &self.encoding.logic;
        let minimum = self.session.minimise(logic, &[formula], &measures, &[]);
        self.settled(minimum.map_err(internal)?.outcome)
    }

    fn settled(&self, outcome: Outcome) -> Result<Option<Instance>, Failure> {
        match outcome {
            Outcome::Sat(instance) => Ok(Some(instance)),
            Outcome::Unsat(_) => Ok(None),
            Outcome::Interrupted => Err(Failure::Undecided(self.check.budget.reason())),
        }
    }

    /// Adds what this encoding has cost.
    pub(super) fn record(&self, findings: &mut Findings) {
        let statistics = self.session.statistics();
        let solver = &mut findings.solver;
        solver.vars = solver.vars.max(statistics.variables as u64);
        solver.clauses = solver.clauses.max(statistics.clauses as u64);
        solver.conflicts += statistics.conflicts;
    }

    /// The clauses of the whole problem in DIMACS.
    pub(super) fn dimacs(&mut self) -> Result<Vec<u8>, SolveError> {
        let logic = &self.encoding.logic;
        let violated: Vec<Formula> = self
            .encoding
            .obligations
            .iter()
            .map(|obligation| obligation.violated)
            .collect();
        let mut text = Vec::new();
        self.session
            .write_dimacs(logic, &[logic.or(&violated)], &mut text)?;
        Ok(text)
    }
}
