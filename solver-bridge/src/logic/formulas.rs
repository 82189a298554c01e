//! Builders of formulas: they check columns and fold the trivial cases.

use super::node::{Comparison, Multiplicity, Node, Quantifier};
use super::{Inner, Logic, POISON};
use crate::ids::{Expr, Formula, IntExpr, NodeId, Variable};

impl Logic {
    /// Holds always.
    pub fn truth(&self) -> Formula {
        Formula(self.inner.borrow_mut().add(Node::True))
    }

    /// Holds never.
    pub fn falsehood(&self) -> Formula {
        self.not(self.truth())
    }

    /// One of the two above.
    pub fn boolean(&self, value: bool) -> Formula {
        if value {
            self.truth()
        } else {
            self.falsehood()
        }
    }

    /// Every tuple of `a` is in `b`.
    pub fn subset(&self, a: Expr, b: Expr) -> Formula {
        self.relate("in", a, b, |inner, a, b| {
            if a == b || inner.is_empty(a) {
                inner.add(Node::True)
            } else {
                inner.add(Node::Subset(a, b))
            }
        })
    }

    /// The same tuples.
    pub fn equal(&self, a: Expr, b: Expr) -> Formula {
        self.relate("=", a, b, |inner, a, b| {
            if a == b {
                inner.add(Node::True)
            } else {
                inner.add(Node::Equal(a.min(b), a.max(b)))
            }
        })
    }

    /// At least one tuple.
    pub fn some(&self, a: Expr) -> Formula {
        self.multiplicity(Multiplicity::Some, a)
    }

    /// No tuple.
    pub fn no(&self, a: Expr) -> Formula {
        self.not(self.some(a))
    }

    /// Exactly one tuple.
    pub fn one(&self, a: Expr) -> Formula {
        self.multiplicity(Multiplicity::One, a)
    }

    /// At most one tuple.
    pub fn lone(&self, a: Expr) -> Formula {
        self.multiplicity(Multiplicity::Lone, a)
    }

    fn multiplicity(&self, multiplicity: Multiplicity, a: Expr) -> Formula {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return Formula(POISON);
        }
        if let Node::Constant(set) = inner.node(a.0) {
            let holds = match multiplicity {
                Multiplicity::Some => !set.is_empty(),
                Multiplicity::One => set.len() == 1,
                Multiplicity::Lone => set.len() <= 1,
            };
            return Formula(inner.boolean(holds));
        }
        Formula(inner.add(Node::Multiplicity(multiplicity, a.0)))
    }

    /// All of `parts` hold.
    pub fn and(&self, parts: &[Formula]) -> Formula {
        let mut inner = self.inner.borrow_mut();
        let ids: Vec<NodeId> = parts.iter().map(|part| part.0).collect();
        if inner.refuse(&ids) {
            return Formula(POISON);
        }
        Formula(inner.and(ids))
    }

    /// One of `parts` holds.
    pub fn or(&self, parts: &[Formula]) -> Formula {
        let mut inner = self.inner.borrow_mut();
        let ids: Vec<NodeId> = parts.iter().map(|part| part.0).collect();
        if inner.refuse(&ids) {
            return Formula(POISON);
        }
        let negated = ids.into_iter().map(|part| inner.not(part)).collect();
        let none = inner.and(negated);
        Formula(inner.not(none))
    }

    /// Does not hold.
    pub fn not(&self, a: Formula) -> Formula {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return Formula(POISON);
        }
        Formula(inner.not(a.0))
    }

    /// If `a` then `b`.
    pub fn implies(&self, a: Formula, b: Formula) -> Formula {
        self.or(&[self.not(a), b])
    }

    /// Both or neither.
    pub fn iff(&self, a: Formula, b: Formula) -> Formula {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0, b.0]) {
            return Formula(POISON);
        }
        let (a, b) = (a.0, b.0);
        Formula(match (inner.truth(a), inner.truth(b)) {
            (Some(true), _) => b,
            (Some(false), _) => inner.not(b),
            (_, Some(true)) => a,
            (_, Some(false)) => inner.not(a),
            _ if a == b => inner.add(Node::True),
            _ if inner.not(a) == b => inner.boolean(false),
            _ => inner.add(Node::Iff(a.min(b), a.max(b))),
        })
    }

    /// `a` if `condition` holds, else `b`.
    pub fn choice(&self, condition: Formula, a: Formula, b: Formula) -> Formula {
        let mut inner = self.inner.borrow_mut();
        let (mut condition, mut a, mut b) = (condition.0, a.0, b.0);
        if inner.refuse(&[condition, a, b]) {
            return Formula(POISON);
        }
        if let Node::Not(positive) = *inner.node(condition)
            && inner.truth(condition).is_none()
        {
            condition = positive;
            std::mem::swap(&mut a, &mut b);
        }
        Formula(
            match (inner.truth(condition), inner.truth(a), inner.truth(b)) {
                (Some(true), ..) => a,
                (Some(false), ..) => b,
                _ if a == b => a,
                (_, Some(true), Some(false)) => condition,
                (_, Some(false), Some(true)) => inner.not(condition),
                _ => inner.add(Node::Choice(condition, a, b)),
            },
        )
    }

    /// `body` holds of every tuple of `domain`.
    pub fn all(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Formula {
        self.quantified(Quantifier::All, domain, body)
    }

    /// `body` holds of a tuple of `domain`.
    pub fn exists(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Formula {
        self.quantified(Quantifier::Some, domain, body)
    }

    /// `body` holds of exactly one tuple of `domain`.
    pub fn exists_one(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Formula {
        self.quantified(Quantifier::One, domain, body)
    }

    /// `body` holds of at most one tuple of `domain`.
    pub fn exists_lone(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Formula {
        self.quantified(Quantifier::Lone, domain, body)
    }

    /// `body` holds of no tuple of `domain`.
    pub fn exists_none(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Formula {
        self.not(self.exists(domain, body))
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        domain: Expr,
        body: impl FnOnce(Expr) -> Formula,
    ) -> Formula {
        let Some((variable, value)) = self.fresh_variable(domain) else {
            return Formula(POISON);
        };
        let body = body(value);
        self.quantify(quantifier, variable, domain, body)
    }

    /// A quantifier over a variable made by hand.
    pub fn quantify(
        &self,
        quantifier: Quantifier,
        variable: Variable,
        domain: Expr,
        body: Formula,
    ) -> Formula {
        let mut inner = self.inner.borrow_mut();
        if !inner.check_binder(variable, domain.0, body.0) {
            return Formula(POISON);
        }
        let empty = inner.is_empty(domain.0);
        let (domain, body) = (domain.0, body.0);
        Formula(match (quantifier, inner.truth(body)) {
            (Quantifier::All, Some(true)) | (Quantifier::Lone, Some(false)) => {
                inner.add(Node::True)
            }
            (Quantifier::Some | Quantifier::One, Some(false)) => inner.boolean(false),
            _ if empty => inner.boolean(matches!(quantifier, Quantifier::All | Quantifier::Lone)),
            _ => inner.add(Node::Quantified {
                quantifier,
                variable,
                domain,
                body,
            }),
        })
    }

    /// The numbers are equal.
    pub fn int_eq(&self, a: IntExpr, b: IntExpr) -> Formula {
        self.compare(Comparison::Eq, a, b)
    }

    /// `a` is less than `b`.
    pub fn int_lt(&self, a: IntExpr, b: IntExpr) -> Formula {
        self.compare(Comparison::Lt, a, b)
    }

    /// `a` is at most `b`.
    pub fn int_le(&self, a: IntExpr, b: IntExpr) -> Formula {
        self.compare(Comparison::Le, a, b)
    }

    fn compare(&self, comparison: Comparison, a: IntExpr, b: IntExpr) -> Formula {
        let mut inner = self.inner.borrow_mut();
        let (mut a, mut b) = (a.0, b.0);
        if inner.refuse(&[a, b]) {
            return Formula(POISON);
        }
        if a == b {
            return Formula(inner.boolean(comparison != Comparison::Lt));
        }
        if let (Node::IntConstant(left), Node::IntConstant(right)) = (inner.node(a), inner.node(b))
        {
            let holds = match comparison {
                Comparison::Eq => left == right,
                Comparison::Lt => left < right,
                Comparison::Le => left <= right,
            };
            return Formula(inner.boolean(holds));
        }
        if comparison == Comparison::Eq && b < a {
            std::mem::swap(&mut a, &mut b);
        }
        Formula(inner.add(Node::Compare(comparison, a, b)))
    }

    fn relate(
        &self,
        operator: &'static str,
        a: Expr,
        b: Expr,
        build: impl FnOnce(&mut Inner, NodeId, NodeId) -> NodeId,
    ) -> Formula {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0, b.0]) || !inner.same_columns(operator, a.0, b.0) {
            return Formula(POISON);
        }
        if let (Node::Constant(left), Node::Constant(right)) = (inner.node(a.0), inner.node(b.0)) {
            let holds = if operator == "in" {
                left.is_subset(right)
            } else {
                left == right
            };
            return Formula(inner.boolean(holds));
        }
        Formula(build(&mut inner, a.0, b.0))
    }
}

impl Inner {
    pub(super) fn boolean(&mut self, value: bool) -> NodeId {
        let truth = self.add(Node::True);
        if value {
            truth
        } else {
            self.add(Node::Not(truth))
        }
    }

    pub(super) fn not(&mut self, a: NodeId) -> NodeId {
        match self.node(a) {
            Node::Not(inside) => *inside,
            _ => self.add(Node::Not(a)),
        }
    }

    fn and(&mut self, mut ids: Vec<NodeId>) -> NodeId {
        ids.sort_unstable();
        ids.dedup();
        if ids.iter().any(|&part| self.truth(part) == Some(false)) {
            return self.boolean(false);
        }
        ids.retain(|&part| self.truth(part).is_none());
        let clashes = ids.iter().any(|&part| match self.node(part) {
            Node::Not(inside) => ids.binary_search(inside).is_ok(),
            _ => false,
        });
        match ids[..] {
            _ if clashes => self.boolean(false),
            [] => self.boolean(true),
            [only] => only,
            _ => self.add(Node::And(ids.into())),
        }
    }
}
