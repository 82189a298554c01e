//! The questions that are asked of one encoding: is there any input, does one violate an obligation,
//! and was anything cut.

use std::sync::Arc;

use lowering::encode::Encoding;
use lowering::span::Span;
use solver_bridge::{Formula, Instance, Limits, Outcome, Session, SolveError, Translator};

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
        if let Some(found) = self.ask(&[any])? {
            return Ok(Answer::Violated(self.smallest(any, found)?));
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
        match outcome.map_err(internal)? {
            Outcome::Sat(instance) => Ok(Some(instance)),
            Outcome::Unsat(_) => Ok(None),
            Outcome::Interrupted => Err(Failure::Undecided(self.check.budget.reason())),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Some(self.check.budget.remaining()),
            conflicts: None,
            interrupt: Some(Arc::clone(&self.check.budget.stop)),
        }
    }

    /// The smallest input that violates something: by each measure in turn, as small as can be.
    fn smallest(&mut self, violated: Formula, mut found: Instance) -> Result<Instance, Failure> {
        let logic = &self.encoding.logic;
        let mut assumed = vec![violated];
        for measure in &self.encoding.measures {
            loop {
                found.complete(logic);
                let size = found.int(logic, *measure).map_err(internal)?;
                let smaller = logic.int_lt(*measure, logic.int(size));
                assumed.push(smaller);
                let next = self.ask(&assumed);
                assumed.pop();
                match next {
                    Ok(Some(instance)) => found = instance,
                    Ok(None) => {
                        assumed.push(logic.int_eq(*measure, logic.int(size)));
                        break;
                    }
                    // Out of time: a counterexample that is not the smallest is still one.
                    Err(Failure::Undecided(_)) => return Ok(found),
                    Err(other) => return Err(other),
                }
            }
        }
        Ok(found)
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
