//! Symmetry breaking by lex-leaders (Crawford et al. 1996): of the instances that arise from each other
//! by exchanging interchangeable atoms, mostly one is left. For each pair of neighbours in a class the
//! open tuples, read in a fixed order, are at least their image under the exchange.

use super::Session;
use crate::circuit::Bool;
use crate::error::SolveError;
use crate::ids::{Atom, Formula, NodeId, Relation, Sort};
use crate::logic::{Logic, TotalOrder};
use crate::symmetry::{Guard, exchange};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Comparisons end with the relation in which they reach this many tuples; the rest breaks little and
/// costs much.
const LENGTH: usize = 20;
/// And they end here, even inside a relation.
const LIMIT: usize = 100;

impl Session {
    /// Excludes instances that are others with interchangeable atoms exchanged, and returns the classes
    /// of these. `formulas` must cover what will be asserted or assumed later on: a formula that tells
    /// atoms of a class apart is refused from then on. Atoms of sorts in `except` are left alone.
    ///
    /// A [`TotalOrder`] that has been asserted is taken in the order of its atoms, which breaks all symmetry of
    /// these at once.
    ///
    /// What is satisfiable stays so, and enumeration visits at least one instance of each kind. Once
    /// instances have been excluded nothing is interchangeable any more, and there are no classes.
    pub fn break_symmetries(
        &mut self,
        logic: &Logic,
        formulas: &[Formula],
        except: &[Sort],
    ) -> Result<Vec<Vec<Atom>>, SolveError> {
        if self.excluded {
            return Ok(Vec::new());
        }
        let start = Instant::now();
        let mut roots: Vec<NodeId> = Vec::new();
        for formula in self.asserted.clone() {
            roots.push(formula.0);
            roots.extend(
                self.with_witnesses(logic, formula)?
                    .iter()
                    .map(|part| part.0),
            );
        }
        for &formula in formulas {
            roots.push(formula.0);
            for part in self.with_witnesses(logic, formula)? {
                self.translator.formula(logic, part)?;
                roots.push(part.0);
            }
        }
        let guard = Guard::new(logic, &roots, except);
        for class in &guard.classes {
            if self.take_in_order(logic, class)? {
                continue;
            }
            for pair in class.windows(2) {
                let leader = self
                    .translator
                    .at_least_its_image(&guard.relations, pair[0], pair[1]);
                self.cnf.require(self.translator.circuit(), leader);
            }
        }
        self.known.clear();
        let classes = guard.classes.clone();
        self.symmetry = Some(guard);
        self.translate_time += start.elapsed();
        Ok(classes)
    }

    /// Has the atoms of `class` come in the order that the user prefers, if all of them are in one that is
    /// known to be total. Each exchange gives another order, so that this leaves one instance of each kind;
    /// and it moves no atom of another class, whose leaders may be demanded as well.
    fn take_in_order(&mut self, logic: &Logic, class: &[Atom]) -> Result<bool, SolveError> {
        let orders = logic.orders();
        let covers = |order: &&TotalOrder| {
            self.asserted.contains(&order.formula)
                && class.iter().all(|atom| order.atoms.contains(atom))
        };
        let Some(order) = orders.iter().find(covers) else {
            return Ok(false);
        };
        let ranked: Vec<Atom> = order.atoms.iter().copied().collect();
        let ranked: Vec<Atom> = ranked
            .into_iter()
            .filter(|atom| class.contains(atom))
            .collect();
        // With others in between it is not known which is next.
        let all = ranked.len() == order.atoms.len();
        let follows = if all { order.next } else { order.before };
        for pair in ranked.windows(2) {
            let step = logic.product(logic.singleton(pair[0]), logic.singleton(pair[1]));
            let gate = self
                .translator
                .formula(logic, logic.subset(step, follows))?;
            self.cnf.require(self.translator.circuit(), gate);
        }
        Ok(true)
    }

    /// Refuses what tells atoms apart that were taken to be interchangeable.
    pub(super) fn respect_symmetry(
        &mut self,
        logic: &Logic,
        node: NodeId,
    ) -> Result<(), SolveError> {
        let Some(guard) = &mut self.symmetry else {
            return Ok(());
        };
        match guard.offender(logic, node) {
            None => Ok(()),
            Some(offender) => Err(SolveError::Symmetry {
                expression: logic.describe(offender),
            }),
        }
    }
}

impl crate::translate::Translator {
    /// The open tuples of `relations`, in order, are lexicographically at least what they become when
    /// `a` and `b` are exchanged; true counts more than false.
    fn at_least_its_image(&mut self, relations: &FxHashSet<Relation>, a: Atom, b: Atom) -> Bool {
        let mut pairs: Vec<(Bool, Bool)> = Vec::new();
        let looked_at = self
            .relations()
            .filter(|(relation, _)| relations.contains(relation));
        // Few choices first, witnesses before all: they decide most with the shortest comparison.
        let mut looked_at: Vec<_> = looked_at.collect();
        looked_at.sort_by_key(|(relation, matrix)| (matrix.keys, matrix.arity, *relation));
        'relations: for (_, matrix) in looked_at {
            for &(tuple, gate) in &matrix.entries {
                let image = exchange(tuple, a, b);
                // Each exchanged pair is compared once, where it comes first.
                if image > tuple {
                    let other = matrix.get(image);
                    if gate != other {
                        pairs.push((gate, other));
                    }
                }
                if pairs.len() == LIMIT {
                    break 'relations;
                }
            }
            if pairs.len() >= LENGTH {
                break 'relations;
            }
        }
        self.lexicographically_at_least(&pairs)
    }
}
