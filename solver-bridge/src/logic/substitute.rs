//! Replacing a variable by an expression, through the builders, so that what can fold does.

use super::Logic;
use super::node::{Comparison, Multiplicity, Node};
use crate::ids::{Expr, Formula, IntExpr, NodeId, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

impl Logic {
    /// `formula` with `value`, which has no free variables, in place of `variable`.
    pub fn substitute(&self, formula: Formula, variable: Variable, value: Expr) -> Formula {
        let mut replaced: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for id in self.mentioning(formula.0, variable) {
            let of = |child: &NodeId| *replaced.get(child).unwrap_or(child);
            let new = self.rebuild(&self.node(id), variable, value, &of);
            replaced.insert(id, new);
        }
        Formula(*replaced.get(&formula.0).unwrap_or(&formula.0))
    }

    /// The nodes below `root` in which `variable` is free, children first.
    fn mentioning(&self, root: NodeId, variable: Variable) -> Vec<NodeId> {
        let inner = self.inner.borrow();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if inner.meta(id).free.contains(&variable) && seen.insert(id) {
                inner.node(id).for_each_child(|child| stack.push(child));
            }
        }
        let mut order: Vec<NodeId> = seen.into_iter().collect();
        order.sort_unstable();
        order
    }

    /// `node` with each child replaced by what `of` says.
    fn rebuild(
        &self,
        node: &Node,
        variable: Variable,
        value: Expr,
        of: &dyn Fn(&NodeId) -> NodeId,
    ) -> NodeId {
        let expr = |id: &NodeId| Expr(of(id));
        let formula = |id: &NodeId| Formula(of(id));
        let int = |id: &NodeId| IntExpr(of(id));
        // A binder of the same variable hides it in its body.
        let body =
            |bound: &Variable, id: &NodeId| Formula(if *bound == variable { *id } else { of(id) });
        match node {
            Node::Variable(_) => value.0,
            Node::Union(parts) => {
                self.union_all(&parts.iter().map(expr).collect::<Vec<_>>())
                    .0
            }
            Node::Intersection(a, b) => self.intersection(expr(a), expr(b)).0,
            Node::Difference(a, b) => self.difference(expr(a), expr(b)).0,
            Node::Join(a, b) => self.join(expr(a), expr(b)).0,
            Node::Product(a, b) => self.product(expr(a), expr(b)).0,
            Node::Override(a, b) => self.override_with(expr(a), expr(b)).0,
            Node::Image { keys, rel } => self.image(expr(keys), expr(rel)).0,
            Node::Update { rel, keys, value } => self.update(expr(rel), expr(keys), expr(value)).0,
            Node::DomainRestrict(a, b) => self.domain_restrict(expr(a), expr(b)).0,
            Node::RangeRestrict(a, b) => self.range_restrict(expr(a), expr(b)).0,
            Node::Project(a, positions) => {
                let positions: Vec<usize> = positions.iter().map(|&at| usize::from(at)).collect();
                self.project(expr(a), &positions).0
            }
            Node::Closure(a) => self.closure(expr(a)).0,
            Node::Conditional(c, a, b) => self.ite(formula(c), expr(a), expr(b)).0,
            Node::Comprehension {
                variable,
                domain,
                body: inside,
            } => {
                self.comprehension_over(*variable, expr(domain), body(variable, inside))
                    .0
            }
            Node::ToAtoms(a) => self.to_atoms(int(a)).0,
            Node::ToBits(a, width) => self.to_bits(int(a), *width).0,
            Node::Subset(a, b) => self.subset(expr(a), expr(b)).0,
            Node::Equal(a, b) => self.equal(expr(a), expr(b)).0,
            Node::Multiplicity(Multiplicity::Some, a) => self.some(expr(a)).0,
            Node::Multiplicity(Multiplicity::One, a) => self.one(expr(a)).0,
            Node::Multiplicity(Multiplicity::Lone, a) => self.lone(expr(a)).0,
            Node::And(parts) => self.and(&parts.iter().map(formula).collect::<Vec<_>>()).0,
            Node::Not(a) => self.not(formula(a)).0,
            Node::Iff(a, b) => self.iff(formula(a), formula(b)).0,
            Node::Choice(c, a, b) => self.choice(formula(c), formula(a), formula(b)).0,
            Node::Quantified {
                quantifier,
                variable,
                domain,
                body: inside,
            } => {
                self.quantify(*quantifier, *variable, expr(domain), body(variable, inside))
                    .0
            }
            Node::Compare(Comparison::Eq, a, b) => self.int_eq(int(a), int(b)).0,
            Node::Compare(Comparison::Lt, a, b) => self.int_lt(int(a), int(b)).0,
            Node::Compare(Comparison::Le, a, b) => self.int_le(int(a), int(b)).0,
            Node::ValueOf(a) => self.value_of(expr(a)).0,
            Node::FromBits(a, width, signed) => self.from_bits(expr(a), *width, *signed).0,
            Node::Binary(op, a, b) => self.arithmetic(*op, int(a), int(b)).0,
            Node::Negate(a) => self.neg(int(a)).0,
            Node::IntChoice(c, a, b) => self.int_ite(formula(c), int(a), int(b)).0,
            Node::Cardinality(a) => self.cardinality(expr(a)).0,
            Node::Sum(a) => self.sum(expr(a)).0,
            Node::SumOver {
                variable,
                domain,
                body: inside,
            } => {
                let inside = IntExpr(body(variable, inside).0);
                self.sum_over_variable(*variable, expr(domain), inside).0
            }
            Node::Wrap(a, width, signed) => self.wrap(int(a), *width, *signed).0,
            // These have no variables.
            Node::Poison
            | Node::Relation(_)
            | Node::Constant(_)
            | Node::True
            | Node::IntConstant(_) => super::POISON,
        }
    }
}
