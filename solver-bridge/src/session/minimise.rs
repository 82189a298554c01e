//! Smallest models: measures are minimised one after the other, and what they leave open is settled in
//! a fixed order, so that the answer is the same whatever the solver's mood.

use super::{Outcome, Session};
use crate::circuit::Bool;
use crate::error::SolveError;
use crate::ids::{Expr, Formula, IntExpr, NodeId, Relation};
use crate::instance::Instance;
use crate::int::Int;
use crate::logic::Logic;
use crate::solver::{Answer, Lit};
use crate::tuple::Tuple;

/// Numbers that are further from their least value are tried there first.
const FAR: i32 = 16;

/// What should be small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A number.
    Number(IntExpr),
    /// The number of tuples of a set.
    Size(Expr),
}

impl Measure {
    fn node(self) -> NodeId {
        match self {
            Self::Number(value) => value.0,
            Self::Size(set) => set.0,
        }
    }
}

/// The answer to a minimisation.
#[derive(Clone, Debug)]
pub struct Minimum {
    /// As of [`Session::solve`].
    pub outcome: Outcome,
    /// Whether the instance is minimal indeed; it is not when a limit ended the search.
    pub exact: bool,
}

/// A search: the literals that hold from now on, and the best model so far.
struct Descent<'a> {
    session: &'a mut Session,
    logic: &'a Logic,
    held: Vec<Lit>,
    best: Instance,
    /// Whether the best model is another than the first.
    improved: bool,
    interrupted: bool,
}

impl Session {
    /// Like [`Session::solve`], but the instance is the one with the smallest first measure, among
    /// those the one with the smallest second one, and so on. Among what is left `settle` decides:
    /// its relations in order, each tuple rather absent than present, each function value rather an
    /// earlier than a later tuple.
    pub fn minimise(
        &mut self,
        logic: &Logic,
        assumptions: &[Formula],
        measures: &[Measure],
        settle: &[Relation],
    ) -> Result<Minimum, SolveError> {
        for measure in measures {
            self.respect_symmetry(logic, measure.node())?;
        }
        let best = match self.solve(logic, assumptions)? {
            Outcome::Sat(instance) => instance,
            outcome => {
                return Ok(Minimum {
                    outcome,
                    exact: true,
                });
            }
        };
        let mut held = Vec::new();
        for &formula in assumptions {
            held.extend(self.assumption(logic, formula)?.ok());
        }
        let interrupted = false;
        let mut descent = Descent {
            session: self,
            logic,
            held,
            best,
            improved: false,
            interrupted,
        };
        descent.measures(measures)?;
        for &relation in settle {
            descent.settle(relation)?;
        }
        let (exact, improved, best) = (!descent.interrupted, descent.improved, descent.best);
        // The models on the way are nobody's answer: only the last one has to be right.
        if improved {
            self.judge(logic, &best, assumptions)?;
        }
        Ok(Minimum {
            outcome: Outcome::Sat(best),
            exact,
        })
    }
}

impl Descent<'_> {
    /// Measures in order. Most of them can be as small as they ever get, and many of them at once: so
    /// that is asked first, and then of either half. The first half is settled before the second, as
    /// if they came one by one.
    fn measures(&mut self, measures: &[Measure]) -> Result<(), SolveError> {
        let (left, right) = match measures {
            [] => return Ok(()),
            [one] => return self.measure(*one),
            many => many.split_at(many.len() / 2),
        };
        let (mut least, mut already) = (Vec::new(), true);
        for measure in measures {
            let Some((gate, is_least)) = self.least(*measure)? else {
                break;
            };
            least.push(gate);
            already &= is_least;
        }
        if least.len() == measures.len() {
            if already {
                least.into_iter().for_each(|gate| self.hold(gate));
                return Ok(());
            }
            if self.improve_all(&least)? {
                return Ok(());
            }
        }
        self.measures(left)?;
        self.measures(right)
    }

    /// That a measure is as small as it ever gets, where that is known, and whether it is in the best
    /// model.
    fn least(&mut self, measure: Measure) -> Result<Option<(Bool, bool)>, SolveError> {
        let Measure::Number(value) = measure else {
            return Ok(None);
        };
        let possible = self.session.translator.possible_values(self.logic, value)?;
        let least = possible.low();
        let gate = self.at_most(value, &least)?;
        let is_least = self.best.int(self.logic, value)? <= least;
        Ok((!gate.is_false()).then_some((gate, is_least)))
    }

    fn measure(&mut self, measure: Measure) -> Result<(), SolveError> {
        match measure {
            Measure::Number(value) => self.number(value),
            Measure::Size(set) => self.size(set),
        }
    }

    /// Looks for a model in which `gate` holds as well; if there is one, it is the best one now and
    /// the gate is held.
    fn improve(&mut self, gate: Bool) -> Result<bool, SolveError> {
        self.improve_all(&[gate])
    }

    /// The same of several at once.
    fn improve_all(&mut self, gates: &[Bool]) -> Result<bool, SolveError> {
        if self.interrupted || gates.iter().any(|gate| gate.is_false()) {
            return Ok(false);
        }
        let before = self.held.len();
        for gate in gates {
            self.hold(*gate);
        }
        if self.held.len() == before {
            return Ok(true);
        }
        match self.session.ask(&self.held)? {
            Answer::Sat => {
                self.best = self.session.instance(self.logic)?;
                self.improved = true;
                return Ok(true);
            }
            Answer::Unsat => {}
            Answer::Interrupted => self.interrupted = true,
        }
        self.held.truncate(before);
        Ok(false)
    }

    fn hold(&mut self, gate: Bool) {
        if gate.as_constant().is_none() {
            let literal = self.session.gate_literal(gate);
            self.held.push(literal);
        }
    }

    /// Halves the distance to the least possible value, since numbers may be far apart.
    fn number(&mut self, value: IntExpr) -> Result<(), SolveError> {
        let mut least = self
            .session
            .translator
            .possible_values(self.logic, value)?
            .low();
        let mut leapt = false;
        loop {
            let current = self.best.int(self.logic, value)?;
            if self.interrupted {
                return Ok(());
            }
            if current <= least {
                let gate = self.at_most(value, &current)?;
                self.hold(gate);
                return Ok(());
            }
            let distance = current - &least;
            // What is far away is far away for no reason, most of the time.
            let bound = match distance > FAR && !std::mem::replace(&mut leapt, true) {
                true => least.clone(),
                false => &least + (distance >> 1),
            };
            let gate = self.at_most(value, &bound)?;
            if !self.improve(gate)? {
                least = bound + 1;
            }
        }
    }

    fn at_most(&mut self, value: IntExpr, bound: &Int) -> Result<Bool, SolveError> {
        let formula = self.logic.int_le(value, self.logic.int(bound));
        Ok(self.session.translator.formula(self.logic, formula)?)
    }

    fn size(&mut self, set: Expr) -> Result<(), SolveError> {
        let counter = self.session.translator.unary_count(self.logic, set)?;
        loop {
            let current = self.best.expr(self.logic, set)?.len();
            // Output k says that more than k are true.
            let bound = |at_most: usize| counter.get(at_most).map_or(Bool::TRUE, |&more| !more);
            if self.interrupted {
                return Ok(());
            }
            if current == 0 || !self.improve(bound(current - 1))? {
                self.hold(bound(current));
                return Ok(());
            }
        }
    }

    /// Decides each open tuple of `relation`.
    fn settle(&mut self, relation: Relation) -> Result<(), SolveError> {
        let Some(data) = self.logic.relation_data(relation) else {
            return Ok(());
        };
        let gates = self.session.translator.relation_gates(relation);
        let function = data.function;
        let rest = function.map_or(0, |function| data.upper.arity() - function.keys);
        let same_row = |a: &(Tuple, Bool), b: &(Tuple, Bool)| {
            function.is_some() && a.0.without_last(rest) == b.0.without_last(rest)
        };
        for row in gates.chunk_by(same_row) {
            match function {
                None => self.prefer(relation, row[0].0, !row[0].1)?,
                Some(function) => self.settle_row(relation, row, function.total)?,
            }
        }
        Ok(())
    }

    fn settle_row(
        &mut self,
        relation: Relation,
        row: &[(Tuple, Bool)],
        total: bool,
    ) -> Result<(), SolveError> {
        if !total {
            let none = self
                .session
                .translator
                .none(row.iter().map(|entry| entry.1));
            if !row.iter().any(|entry| self.has(relation, entry.0)) || self.improve(none)? {
                self.hold(none);
                return Ok(());
            }
        }
        for &(tuple, gate) in row {
            if self.has(relation, tuple) || self.improve(gate)? {
                self.hold(gate);
                return Ok(());
            }
        }
        Ok(())
    }

    fn has(&self, relation: Relation, tuple: Tuple) -> bool {
        self.best
            .get(relation)
            .is_some_and(|value| value.contains(tuple))
    }

    /// Makes `absent` true if it can be.
    fn prefer(&mut self, relation: Relation, tuple: Tuple, absent: Bool) -> Result<(), SolveError> {
        if !self.has(relation, tuple) || self.improve(absent)? {
            self.hold(absent);
        } else if !self.interrupted {
            self.hold(!absent);
        }
        Ok(())
    }
}
