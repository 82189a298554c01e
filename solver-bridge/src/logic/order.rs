//! Total orders that instances are free to choose, and that symmetry breaking can choose for all of them.

use super::Logic;
use crate::error::LogicError;
use crate::ids::{Atom, Expr, Formula, Relation};
use crate::tuples::TupleSet;
use std::sync::Arc;

/// A total order on some atoms. What it is may differ from instance to instance.
#[derive(Clone, Debug)]
pub struct TotalOrder {
    /// The atoms, in the order that symmetry breaking prefers.
    pub atoms: Arc<[Atom]>,
    /// The relation behind `next`.
    pub relation: Relation,
    /// Each atom with the one after it.
    pub next: Expr,
    /// Each atom with all that come after it.
    pub before: Expr,
    /// The first atom.
    pub first: Expr,
    /// The last one.
    pub last: Expr,
    /// That it is a total order: to be asserted.
    pub formula: Formula,
}

impl Logic {
    /// A total order on `atoms`, which are of one sort and differ from each other. Any order will do for an
    /// instance, as far as formulas allow it. Once `formula` has been asserted,
    /// [`Session::break_symmetries`](crate::Session::break_symmetries) chooses the order in which `atoms`
    /// are given here, as far as nothing else tells them apart: of the factorially many instances that
    /// differ in the names of the atoms alone, one is left.
    ///
    /// ```
    /// use solver_bridge::{Logic, Session, Translator, TupleSet};
    ///
    /// # fn main() -> Result<(), solver_bridge::SolveError> {
    /// let l = Logic::new();
    /// let time = l.sort("Time");
    /// let steps: Vec<_> = (0..4).map(|step| l.atom(time, format!("t{step}"))).collect();
    /// let order = l.total_order("order", &steps);
    /// let lit = l.relation("lit", &[time], TupleSet::empty([time]), l.universe(time));
    ///
    /// // The lamp is off at first and changes at every step.
    /// let changes = l.all(order.next, |step| {
    ///     let (now, then) = (l.project(step, &[0]), l.project(step, &[1]));
    ///     l.not(l.iff(l.subset(now, l.rel(lit)), l.subset(then, l.rel(lit))))
    /// });
    /// let off = l.no(l.intersection(order.first, l.rel(lit)));
    /// let mut session = Session::new(Translator::new());
    /// session.assert_all(&l, &[order.formula, changes, off])?;
    /// session.break_symmetries(&l, &[], &[])?;
    /// // One instance, and not one for each of 24 orders.
    /// assert_eq!(session.enumerate(&l, &[order.relation, lit], |_| true)?, Some(1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn total_order(&self, name: impl Into<String>, atoms: &[Atom]) -> TotalOrder {
        let name = name.into();
        let mut sorted = atoms.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let atom = self.atom_name(pair[0]);
            let order = name.clone();
            self.inner
                .borrow_mut()
                .fail(LogicError::RepeatedAtom { order, atom });
        }
        let sort = atoms.first().and_then(|&atom| self.sort_of(atom));
        let Some(sort) = sort else {
            let expression = name.clone();
            self.inner
                .borrow_mut()
                .fail(LogicError::EmptyUniverse { expression });
            return self.order_of(name, atoms, TupleSet::empty([crate::INT]));
        };
        self.order_of(name, atoms, TupleSet::unary(sort, atoms.iter().copied()))
    }

    fn order_of(&self, name: String, atoms: &[Atom], carrier: TupleSet) -> TotalOrder {
        let sort = carrier.columns()[0];
        let columns = [sort, sort];
        let different = atoms
            .iter()
            .flat_map(|&a| atoms.iter().map(move |&b| [a, b]));
        let different = different.filter(|pair| pair[0] != pair[1]);
        let upper = match TupleSet::new(&columns, different) {
            Ok(upper) => upper,
            Err(_) => unreachable!("pairs have two atoms"),
        };
        let none = TupleSet::empty(columns);
        let relation = self.partial_function(name, &columns, 1, none, upper);
        let (next, all) = (self.rel(relation), self.constant(carrier));
        let before = self.closure(next);
        let first = self.difference(all, self.join(all, next));
        let last = self.difference(all, self.join(next, all));
        // From the one without a predecessor along the function to all of them, and no way back.
        let reached = self.union(first, self.join(first, before));
        let formula = self.and(&[
            self.one(first),
            self.all(all, |atom| self.lone(self.join(next, atom))),
            self.subset(all, reached),
        ]);
        let order = TotalOrder {
            atoms: atoms.into(),
            relation,
            next,
            before,
            first,
            last,
            formula,
        };
        self.inner.borrow_mut().orders.push(order.clone());
        order
    }

    /// The orders made so far.
    pub(crate) fn orders(&self) -> Vec<TotalOrder> {
        self.inner.borrow().orders.clone()
    }
}
