//! The questions that are asked of one encoding: is there any input, does one violate an obligation,
//! and was anything cut.

use std::collections::BTreeMap;
use std::sync::Arc;

use lowering::diag::Unsupported;
use lowering::encode::Encoding;
use lowering::front::Stop;
use lowering::ir::{MemoryError, ObligationKind};
use lowering::span::Span;
use solver_bridge::{
    Formula, Instance, Int, Limits, Measure, Outcome, Session, SolveError, Translator,
};

use super::{Check, Failure, Finding, Findings};
use crate::report::counterexample::Violated;
use crate::report::{Undecided, Vacuity};

/// Of the time that is left, what an example may cost that only illustrates a verdict.
const PART_FOR_EXAMPLES: u32 = 8;

/// What became of an encoding.
pub(super) enum Answer {
    /// No input satisfies the preconditions.
    Vacuous,
    /// Inputs do, and nothing gets past what is assumed on the way.
    Contradiction(Vacuity),
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
    /// Whether what makes an input one of interest has been asserted.
    entered: bool,
    /// Whether a run may return although it is to panic.
    excused: bool,
    /// What has been found: the obligation, and the shape of the input.
    found: Vec<(ObligationKind, Span, Formula)>,
}

impl<'a> Solving<'a> {
    /// Asserts what the types say of every input.
    pub(super) fn new(
        check: &'a Check<'a>,
        encoding: &'a Encoding,
        translator: Translator,
    ) -> Result<Self, Failure> {
        let mut session = Session::with_backend(translator, check.backend());
        session.set_seed(check.options.seed);
        for fact in &encoding.facts {
            let asserted = session.assert(&encoding.logic, *fact);
            asserted.map_err(|error| check.not_solved(error))?;
        }
        Ok(Self {
            check,
            encoding,
            session,
            entered: false,
            excused: false,
            found: Vec::new(),
        })
    }

    /// Asks everything, apart from what is known already.
    pub(super) fn run(&mut self, known: &[Finding], last: bool) -> Result<Answer, Failure> {
        let mut cut = Vec::new();
        // First what concerns finding out which inputs are of interest.
        if let Some(violated) = self.find_violation(false, known)? {
            return Ok(Answer::Violated(violated));
        }
        self.find_cuts(false, &mut cut)?;
        for fact in &self.encoding.entry {
            let asserted = self.session.assert(&self.encoding.logic, *fact);
            asserted.map_err(|error| self.check.not_solved(error))?;
        }
        self.entered = true;
        // Without an entry state no path got as far as the call.
        if self.encoding.entry.is_empty() || self.ask(&[])?.is_none() {
            return match cut.is_empty() || !last {
                true => Ok(Answer::Vacuous),
                false => Err(all_cut()),
            };
        }
        self.excused = self.check.harness.should_panic && (!last || self.some_run_panics()?);
        if let Some(violated) = self.find_violation(true, known)? {
            return Ok(Answer::Violated(violated));
        }
        self.find_cuts(true, &mut cut)?;
        // A larger scope may have runs that end.
        if last && !cut.is_empty() && self.every_run_is_cut()? {
            return Err(all_cut());
        }
        match self.contradiction(last)? {
            // What was cut may be what the assumption is there for.
            Some(_) if !cut.is_empty() => Err(all_cut()),
            Some(vacuity) => Ok(Answer::Contradiction(vacuity)),
            None => Ok(Answer::Holds(cut)),
        }
    }

    /// The smallest input whose run gets to its end; one with objects, if there is any.
    pub(super) fn satisfying(&mut self) -> Result<Option<Instance>, Failure> {
        let logic = &self.encoding.logic;
        if let Some(objects) = self.encoding.measures.first() {
            let some = logic.int_lt(logic.int(Int::ZERO), *objects);
            let both = logic.and(&[self.encoding.finished, some]);
            if let Some(found) = self.ask_smallest(both)? {
                return Ok(Some(found));
            }
        }
        self.ask_smallest(self.encoding.finished)
    }

    /// Whether a harness that is to panic does so for some input. A run that an assumption ends does neither
    /// that nor return.
    fn some_run_panics(&mut self) -> Result<bool, Failure> {
        let logic = &self.encoding.logic;
        let returns = self.encoding.obligations.iter();
        let returns = returns.filter(|it| it.why.kind == ObligationKind::MissingPanic);
        let mut others: Vec<Formula> = returns.map(|it| it.violated).collect();
        let assumptions = self.encoding.assumptions.iter();
        others.extend(assumptions.map(|it| logic.and(&[it.path, logic.not(it.cond)])));
        Ok(self.ask(&[logic.not(logic.or(&others))])?.is_some())
    }

    /// Something that is assumed on the way and that no run satisfies where it gets there.
    fn contradiction(&mut self, last: bool) -> Result<Option<Vacuity>, Failure> {
        if !last {
            return Ok(None);
        }
        // To end a run is what `assume!` may be for; a contract that no outcome satisfies is a mistake.
        let logic = &self.encoding.logic;
        let mut stated: BTreeMap<Span, (Vec<Formula>, Vec<Formula>)> = BTreeMap::new();
        for assumption in self.encoding.assumptions.iter().filter(|it| it.entered) {
            if assumption.why.kind != ObligationKind::Assumption {
                let (reached, held) = stated.entry(assumption.why.span).or_default();
                reached.push(assumption.path);
                held.push(logic.and(&[assumption.path, assumption.cond]));
            }
        }
        for (span, (reached, held)) in stated {
            if self.ask(&[logic.or(&held)])?.is_none() && self.ask(&[logic.or(&reached)])?.is_some()
            {
                return Ok(Some(Vacuity::Assumed(span)));
            }
        }
        let assumes = self.encoding.assumptions.iter().any(|it| it.entered);
        if assumes && self.ask(&[self.encoding.finished])?.is_none() {
            return Ok(Some(Vacuity::Everywhere));
        }
        Ok(None)
    }

    /// Whether no input satisfies what is assumed on entry.
    pub(super) fn has_no_input(&mut self) -> Result<bool, Failure> {
        for fact in &self.encoding.entry {
            let asserted = self.session.assert(&self.encoding.logic, *fact);
            asserted.map_err(|error| self.check.not_solved(error))?;
        }
        Ok(self.encoding.entry.is_empty() || self.ask(&[])?.is_none())
    }

    /// Asks for one more violation.
    pub(super) fn again(&mut self, known: &[Finding], last: bool) -> Result<Answer, Failure> {
        if !self.entered {
            return self.run(known, last);
        }
        Ok(match self.find_violation(true, known)? {
            Some(violated) => Answer::Violated(violated),
            None => Answer::Holds(Vec::new()),
        })
    }

    /// From here on the obligation is violated by inputs of other shapes.
    pub(super) fn found(&mut self, violated: &Violated, by: &Instance) -> Result<(), Failure> {
        let shape = self.encoding.same_shape(by);
        let shape = shape.map_err(|error| self.check.not_solved(error.into()))?;
        self.found.push((violated.kind, violated.span, shape));
        Ok(())
    }

    /// A small input whose run goes on after the last round that was looked at. It is nothing that a verdict
    /// depends on: looking for it takes no longer than a little of what time is left.
    pub(super) fn longest(&mut self) -> Result<Option<Instance>, SolveError> {
        let logic = &self.encoding.logic;
        let cuts = self.encoding.unwindings.iter();
        let cuts: Vec<Formula> = cuts.map(|unwinding| unwinding.cut).collect();
        self.session.set_limits(Limits {
            time: Some(self.check.budget.remaining() / PART_FOR_EXAMPLES),
            ..self.limits()
        });
        let measures = self.encoding.measures.iter();
        let measures: Vec<Measure> = measures.map(|number| Measure::Number(*number)).collect();
        let minimum = self
            .session
            .minimise(logic, &[logic.or(&cuts)], &measures, &[])?;
        Ok(match minimum.outcome {
            Outcome::Sat(instance) => Some(instance),
            Outcome::Unsat(_) | Outcome::Interrupted => None,
        })
    }

    /// Whether no input of interest was followed to its end.
    fn every_run_is_cut(&mut self) -> Result<bool, Failure> {
        let logic = &self.encoding.logic;
        let cuts = self.encoding.unwindings.iter();
        let cuts = cuts.filter(|unwinding| unwinding.entered);
        let cuts: Vec<Formula> = cuts.map(|unwinding| unwinding.cut).collect();
        Ok(self.ask(&[logic.not(logic.or(&cuts))])?.is_none())
    }

    /// The smallest input that violates an obligation: one query for all of them.
    /// One that differs from those known: in the clause, or else in the shape of the input.
    fn find_violation(
        &mut self,
        entered: bool,
        known: &[Finding],
    ) -> Result<Option<Instance>, Failure> {
        let logic = &self.encoding.logic;
        let (mut others, mut shapes) = (Vec::new(), Vec::new());
        for obligation in &self.encoding.obligations {
            let excused = self.excused && obligation.why.kind == ObligationKind::MissingPanic;
            if obligation.entered != entered || excused {
                continue;
            }
            let (kind, span) = (obligation.why.kind, self.check.blamed(obligation));
            let is_known = known
                .iter()
                .any(|finding| finding.counterexample.violated.is(kind, span));
            if !is_known {
                others.push(obligation.violated);
            } else if !self.check.options.all_obligations {
                let found = self.found.iter();
                let found = found.filter(|(of, at, _)| (*of, *at) == (kind, span));
                let differs = found.map(|(_, _, shape)| logic.not(*shape));
                let differs: Vec<Formula> = differs.chain([obligation.violated]).collect();
                shapes.push(logic.and(&differs));
            }
        }
        for violated in [others, shapes] {
            if !violated.is_empty()
                && let Some(found) = self.ask_smallest(self.encoding.logic.or(&violated))?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The loops and calls that some input takes further than was looked. Where an input asks for what is
    /// not modelled, nothing can be said.
    fn find_cuts(&mut self, entered: bool, cut: &mut Vec<Span>) -> Result<(), Failure> {
        for unmodelled in &self.encoding.unmodelled {
            if unmodelled.entered == entered && self.ask(&[unmodelled.reached])?.is_some() {
                let span = self.check.user_span(&unmodelled.trace, unmodelled.trace[0]);
                let construct = match unmodelled.kind {
                    MemoryError::OtherField => "a field of a union that holds another",
                    MemoryError::Character => "what Unicode says of a character beyond Latin-1",
                    _ => "looking at text that was formatted",
                };
                let construct = construct.into();
                let unsupported = Unsupported { span, construct };
                return Err(Failure::Stop(Stop::Unsupported(vec![unsupported])));
            }
        }
        for unwinding in &self.encoding.unwindings {
            let open = unwinding.entered == entered && !cut.contains(&unwinding.span);
            if open && self.ask(&[unwinding.cut])?.is_some() {
                cut.push(unwinding.span);
            }
        }
        Ok(())
    }

    fn ask(&mut self, assumptions: &[Formula]) -> Result<Option<Instance>, Failure> {
        self.session.set_limits(self.limits());
        let outcome = self.session.solve(&self.encoding.logic, assumptions);
        self.settled(outcome.map_err(|error| self.check.not_solved(error))?)
    }

    fn limits(&self) -> Limits {
        Limits {
            time: Some(self.check.budget.remaining()),
            interrupt: Some(Arc::clone(&self.check.budget.stop)),
            ..Limits::default()
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
        let minimum = minimum.map_err(|error| self.check.not_solved(error))?;
        self.settled(minimum.outcome)
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

    /// The clauses of the problem in DIMACS: an input of interest that violates an obligation.
    pub(super) fn dimacs(&mut self) -> Result<Vec<u8>, SolveError> {
        let logic = &self.encoding.logic;
        let violated = self.encoding.obligations.iter();
        let violated: Vec<Formula> = violated.map(|obligation| obligation.violated).collect();
        let mut assumed = self.encoding.entry.clone();
        assumed.push(logic.or(&violated));
        let mut text = Vec::new();
        self.session.write_dimacs(logic, &assumed, &mut text)?;
        Ok(text)
    }
}

/// Nothing can be said if no run was followed to its end.
fn all_cut() -> Failure {
    Failure::Undecided(Undecided::Rounds)
}
