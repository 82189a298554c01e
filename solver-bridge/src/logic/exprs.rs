//! Builders of relational expressions: they check columns and fold the trivial cases.

use super::node::Node;
use super::{Inner, Logic, POISON};
use crate::error::LogicError;
use crate::ids::{Atom, BIT, Expr, Formula, INT, IntExpr, NodeId, Relation, Sort, Variable};
use crate::tuple::MAX_ARITY;
use crate::tuples::TupleSet;
use std::sync::Arc;

impl Logic {
    /// The value of a relation.
    pub fn rel(&self, relation: Relation) -> Expr {
        let mut inner = self.inner.borrow_mut();
        let Some(data) = inner.relations.get(relation.index()) else {
            let handle = format!("{relation:?}");
            return Expr(inner.fail(LogicError::ForeignHandle { handle }));
        };
        // A relation that was refused has bounds nothing can be said about.
        if inner.error.is_some() {
            return Expr(POISON);
        }
        if data.lower == data.upper {
            let set = data.lower.clone();
            return Expr(inner.add(Node::Constant(set)));
        }
        Expr(inner.add(Node::Relation(relation)))
    }

    /// The value of a variable: one tuple.
    pub fn var(&self, variable: Variable) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if variable.index() >= inner.variables.len() {
            let handle = format!("{variable:?}");
            return Expr(inner.fail(LogicError::ForeignHandle { handle }));
        }
        Expr(inner.add(Node::Variable(variable)))
    }

    /// A fixed set; costs no variables.
    pub fn constant(&self, set: TupleSet) -> Expr {
        let mut inner = self.inner.borrow_mut();
        Expr(match inner.check_set("constant", &set) {
            Ok(()) => inner.add(Node::Constant(Arc::new(set))),
            Err(error) => inner.fail(error),
        })
    }

    /// The empty set over `columns`.
    pub fn none(&self, columns: &[Sort]) -> Expr {
        self.constant(TupleSet::empty(columns))
    }

    /// The set of one atom.
    pub fn singleton(&self, atom: Atom) -> Expr {
        match self.sort_of(atom) {
            Some(sort) => self.constant(TupleSet::unary(sort, [atom])),
            None => {
                let handle = format!("{atom:?}");
                Expr(
                    self.inner
                        .borrow_mut()
                        .fail(LogicError::ForeignHandle { handle }),
                )
            }
        }
    }

    /// The atoms that `sort` has at this moment.
    pub fn univ(&self, sort: Sort) -> Expr {
        self.constant(self.universe(sort))
    }

    /// Each atom that `sort` has at this moment, paired with itself.
    pub fn iden(&self, sort: Sort) -> Expr {
        let pairs = self.atoms(sort).into_iter().map(|atom| [atom, atom]);
        match TupleSet::new(&[sort, sort], pairs) {
            Ok(set) => self.constant(set),
            Err(error) => Expr(self.inner.borrow_mut().fail(error)),
        }
    }

    /// Tuples in `a` or `b`.
    pub fn union(&self, a: Expr, b: Expr) -> Expr {
        self.union_all(&[a, b])
    }

    /// Tuples in one of `parts`, of which there is at least one.
    pub fn union_all(&self, parts: &[Expr]) -> Expr {
        let mut inner = self.inner.borrow_mut();
        let mut ids: Vec<NodeId> = parts.iter().map(|part| part.0).collect();
        if inner.refuse(&ids) {
            return Expr(POISON);
        }
        let Some(&first) = ids.first() else {
            let expression = "union of nothing".into();
            return Expr(inner.fail(LogicError::ArityLimit {
                expression,
                arity: 0,
            }));
        };
        if ids[1..]
            .iter()
            .any(|&part| !inner.same_columns("+", first, part))
        {
            return Expr(POISON);
        }
        ids.sort_unstable();
        ids.dedup();
        ids.retain(|&part| !inner.is_empty(part));
        Expr(match ids[..] {
            [] => first,
            [only] => only,
            _ => inner.add(Node::Union(ids.into())),
        })
    }

    /// Tuples in `a` and `b`.
    pub fn intersection(&self, a: Expr, b: Expr) -> Expr {
        self.pair("&", a, b, |inner, a, b| {
            if a == b || inner.is_empty(a) {
                a
            } else if inner.is_empty(b) {
                b
            } else {
                inner.add(Node::Intersection(a.min(b), a.max(b)))
            }
        })
    }

    /// Tuples in `a` but not in `b`.
    pub fn difference(&self, a: Expr, b: Expr) -> Expr {
        self.pair("-", a, b, |inner, a, b| {
            if a == b {
                inner.empty_like(a)
            } else if inner.is_empty(a) || inner.is_empty(b) {
                a
            } else {
                inner.add(Node::Difference(a, b))
            }
        })
    }

    /// `b`, and those tuples of `a` whose first atom starts no tuple of `b`.
    pub fn override_with(&self, a: Expr, b: Expr) -> Expr {
        self.pair("++", a, b, |inner, a, b| {
            if a == b || inner.is_empty(b) {
                a
            } else if inner.is_empty(a) {
                b
            } else {
                inner.add(Node::Override(a, b))
            }
        })
    }

    /// `{ (s, t) | exists x: (s, x) in a and (x, t) in b }`
    pub fn join(&self, a: Expr, b: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0, b.0]) {
            return Expr(POISON);
        }
        let (left, right) = (inner.arity(a.0), inner.arity(b.0));
        if left + right < 3 {
            return Expr(inner.refuse_columns(".", "operands that leave a column", b.0));
        }
        if !inner.check_arity(".", left + right - 2, b.0) {
            return Expr(POISON);
        }
        let last = inner
            .columns(a.0)
            .and_then(|columns| columns.last().copied());
        let first = inner
            .columns(b.0)
            .and_then(|columns| columns.first().copied());
        if last != first {
            let expected = format!("a first column {}", inner.columns_name(last.as_slice()));
            return Expr(inner.refuse_columns(".", &expected, b.0));
        }
        Expr(inner.add(Node::Join(a.0, b.0)))
    }

    /// Every tuple of `a` followed by every tuple of `b`.
    pub fn product(&self, a: Expr, b: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0, b.0]) {
            return Expr(POISON);
        }
        let arity = inner.arity(a.0) + inner.arity(b.0);
        if !inner.check_arity("->", arity, b.0) {
            return Expr(POISON);
        }
        Expr(inner.add(Node::Product(a.0, b.0)))
    }

    /// `{ v | exists t in keys: (t, v) in rel }`: a join over all columns of `keys` at once.
    pub fn image(&self, keys: Expr, rel: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[keys.0, rel.0]) || !inner.is_prefix("image", keys.0, rel.0, true) {
            return Expr(POISON);
        }
        if inner.arity(keys.0) == 1 {
            return Expr(inner.add(Node::Join(keys.0, rel.0)));
        }
        Expr(inner.add(Node::Image {
            keys: keys.0,
            rel: rel.0,
        }))
    }

    /// A store: `rel` with all tuples that start with one of `keys` removed, plus `keys -> value`.
    pub fn update(&self, rel: Expr, keys: Expr, value: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[rel.0, keys.0, value.0])
            || !inner.is_prefix("update", keys.0, rel.0, true)
        {
            return Expr(POISON);
        }
        let (columns, keys_arity) = (inner.columns(rel.0), inner.arity(keys.0));
        let rest = columns.as_deref().map(|columns| &columns[keys_arity..]);
        if inner.columns(value.0).as_deref() != rest {
            let expected = format!("a value {}", inner.columns_name(rest.unwrap_or_default()));
            return Expr(inner.refuse_columns("update", &expected, value.0));
        }
        if inner.is_empty(keys.0) {
            return rel;
        }
        Expr(inner.add(Node::Update {
            rel: rel.0,
            keys: keys.0,
            value: value.0,
        }))
    }

    /// Tuples of `rel` whose first columns are in `keys`.
    pub fn domain_restrict(&self, keys: Expr, rel: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[keys.0, rel.0]) || !inner.is_prefix("<:", keys.0, rel.0, false) {
            return Expr(POISON);
        }
        if inner.arity(keys.0) == inner.arity(rel.0) {
            drop(inner);
            return self.intersection(keys, rel);
        }
        Expr(inner.add(Node::DomainRestrict(keys.0, rel.0)))
    }

    /// Tuples of `rel` whose last columns are in `values`.
    pub fn range_restrict(&self, rel: Expr, values: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[rel.0, values.0]) {
            return Expr(POISON);
        }
        let (columns, last) = (inner.columns(rel.0), inner.columns(values.0));
        let fits = columns.as_deref().zip(last.as_deref());
        if !fits.is_some_and(|(columns, last)| columns.ends_with(last)) {
            return Expr(inner.refuse_columns(":>", "the last columns of the relation", values.0));
        }
        if inner.arity(values.0) == inner.arity(rel.0) {
            drop(inner);
            return self.intersection(rel, values);
        }
        Expr(inner.add(Node::RangeRestrict(rel.0, values.0)))
    }

    /// The columns of `a` at `positions`, in that order; a position may be left out or repeated.
    pub fn project(&self, a: Expr, positions: &[usize]) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return Expr(POISON);
        }
        let arity = inner.arity(a.0);
        if positions.is_empty() || positions.iter().any(|&position| position >= arity) {
            return Expr(inner.refuse_columns("project", "positions that exist", a.0));
        }
        if !inner.check_arity("project", positions.len(), a.0) {
            return Expr(POISON);
        }
        if positions.iter().copied().eq(0..arity) {
            return a;
        }
        let positions = positions.iter().map(|&position| {
            u8::try_from(position).expect("positions are below the largest arity")
        });
        Expr(inner.add(Node::Project(a.0, positions.collect())))
    }

    /// A binary relation with its columns exchanged.
    pub fn transpose(&self, a: Expr) -> Expr {
        {
            let mut inner = self.inner.borrow_mut();
            if inner.refuse(&[a.0]) {
                return Expr(POISON);
            }
            if inner.arity(a.0) != 2 {
                return Expr(inner.refuse_columns("~", "two columns", a.0));
            }
            if let Node::Project(inside, positions) = inner.node(a.0)
                && positions[..] == [1, 0]
                && inner.arity(*inside) == 2
            {
                return Expr(*inside);
            }
        }
        self.project(a, &[1, 0])
    }

    /// The smallest transitive relation that contains `a`.
    pub fn closure(&self, a: Expr) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return Expr(POISON);
        }
        let columns = inner.columns(a.0);
        if !columns.is_some_and(|columns| columns.len() == 2 && columns[0] == columns[1]) {
            return Expr(inner.refuse_columns("^", "two columns of one sort", a.0));
        }
        if inner.is_empty(a.0) || matches!(inner.node(a.0), Node::Closure(_)) {
            return a;
        }
        Expr(inner.add(Node::Closure(a.0)))
    }

    /// The closure of `a`, plus each member of the unary `carrier` paired with itself.
    pub fn reflexive_closure(&self, a: Expr, carrier: Expr) -> Expr {
        let identity = self.project(carrier, &[0, 0]);
        self.union(self.closure(a), identity)
    }

    /// The first columns of the tuples of `a`, as many as `count`.
    pub fn domain(&self, a: Expr, count: usize) -> Expr {
        self.project(a, &(0..count).collect::<Vec<_>>())
    }

    /// `a` if `condition` holds, else `b`.
    pub fn ite(&self, condition: Formula, a: Expr, b: Expr) -> Expr {
        let condition = condition.0;
        if self.inner.borrow_mut().refuse(&[condition]) {
            return Expr(POISON);
        }
        self.pair("=> else", a, b, |inner, a, b| {
            match inner.truth(condition) {
                Some(true) => a,
                Some(false) => b,
                None if a == b => a,
                None => match *inner.node(condition) {
                    Node::Not(positive) => inner.add(Node::Conditional(positive, b, a)),
                    _ => inner.add(Node::Conditional(condition, a, b)),
                },
            }
        })
    }

    /// The tuples of `domain` for which `body` holds.
    pub fn comprehension(&self, domain: Expr, body: impl FnOnce(Expr) -> Formula) -> Expr {
        let Some((variable, value)) = self.fresh_variable(domain) else {
            return Expr(POISON);
        };
        let body = body(value);
        self.comprehension_over(variable, domain, body)
    }

    /// [`Logic::comprehension`] with a variable made by hand.
    pub fn comprehension_over(&self, variable: Variable, domain: Expr, body: Formula) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if !inner.check_binder(variable, domain.0, body.0) {
            return Expr(POISON);
        }
        Expr(match inner.truth(body.0) {
            Some(true) => domain.0,
            Some(false) => inner.empty_like(domain.0),
            None if inner.is_empty(domain.0) => domain.0,
            None => inner.add(Node::Comprehension {
                variable,
                domain: domain.0,
                body: body.0,
            }),
        })
    }

    /// The atom of a number, as a singleton over INT.
    pub fn to_atoms(&self, value: IntExpr) -> Expr {
        if let Node::IntConstant(number) = self.node(value.0) {
            return self.singleton(self.int_atom(number));
        }
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[value.0]) {
            return Expr(POISON);
        }
        Expr(inner.add(Node::ToAtoms(value.0)))
    }

    /// The positions of the ones among the low `width` bits of a number, in two's complement.
    pub fn to_bits(&self, value: IntExpr, width: u32) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[value.0]) || !inner.check_width(width, value.0) {
            return Expr(POISON);
        }
        inner.make_bits(width);
        Expr(inner.add(Node::ToBits(value.0, width)))
    }

    /// The columns of an expression; empty for a mistake.
    #[must_use]
    pub fn columns(&self, expr: Expr) -> Arc<[Sort]> {
        self.inner
            .borrow()
            .columns(expr.0)
            .unwrap_or_else(|| Arc::new([]))
    }

    fn pair(
        &self,
        operator: &'static str,
        a: Expr,
        b: Expr,
        build: impl FnOnce(&mut Inner, NodeId, NodeId) -> NodeId,
    ) -> Expr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0, b.0]) || !inner.same_columns(operator, a.0, b.0) {
            return Expr(POISON);
        }
        Expr(build(&mut inner, a.0, b.0))
    }

    pub(super) fn fresh_variable(&self, domain: Expr) -> Option<(Variable, Expr)> {
        if self.inner.borrow_mut().refuse(&[domain.0]) {
            return None;
        }
        let columns = self.columns(domain);
        let name = format!("x{}", self.inner.borrow().variables.len());
        let variable = self.variable(name, &columns);
        Some((variable, self.var(variable)))
    }
}

impl Inner {
    pub(super) fn arity(&self, id: NodeId) -> usize {
        self.columns(id).map_or(0, |columns| columns.len())
    }

    pub(super) fn is_empty(&self, id: NodeId) -> bool {
        matches!(self.node(id), Node::Constant(set) if set.is_empty())
    }

    fn empty_like(&mut self, id: NodeId) -> NodeId {
        let columns = self.columns(id).unwrap_or_else(|| Arc::new([]));
        self.add(Node::Constant(Arc::new(TupleSet::empty(columns))))
    }

    /// The value of a formula that is a constant.
    pub(super) fn truth(&self, id: NodeId) -> Option<bool> {
        match self.node(id) {
            Node::True => Some(true),
            Node::Not(inside) if matches!(self.node(*inside), Node::True) => Some(false),
            _ => None,
        }
    }

    pub(super) fn refuse_columns(
        &mut self,
        operator: &'static str,
        expected: &str,
        operand: NodeId,
    ) -> NodeId {
        let found = self.columns_name(&self.columns(operand).unwrap_or_else(|| Arc::new([])));
        let (expected, expression) = (expected.to_owned(), self.describe(operand));
        self.fail(LogicError::Columns {
            operator,
            expected,
            found,
            expression,
        })
    }

    pub(super) fn same_columns(&mut self, operator: &'static str, a: NodeId, b: NodeId) -> bool {
        let (left, right) = (self.columns(a), self.columns(b));
        if left == right {
            return true;
        }
        let expected = format!(
            "columns {}",
            self.columns_name(&left.unwrap_or_else(|| Arc::new([])))
        );
        self.refuse_columns(operator, &expected, b);
        false
    }

    fn check_arity(&mut self, operator: &str, arity: usize, operand: NodeId) -> bool {
        if arity > MAX_ARITY {
            let expression = format!("{operator} {}", self.describe(operand));
            self.fail(LogicError::ArityLimit { expression, arity });
        }
        arity <= MAX_ARITY
    }

    /// Whether the columns of `keys` are the first ones of `rel`, and not all if `proper`.
    fn is_prefix(
        &mut self,
        operator: &'static str,
        keys: NodeId,
        rel: NodeId,
        proper: bool,
    ) -> bool {
        let columns = self.columns(keys).zip(self.columns(rel));
        let fits = columns.is_some_and(|(keys, rel)| {
            rel.starts_with(&keys) && (!proper || keys.len() < rel.len())
        });
        if !fits {
            self.refuse_columns(operator, "the first columns of the relation", keys);
        }
        fits
    }

    pub(super) fn check_binder(
        &mut self,
        variable: Variable,
        domain: NodeId,
        body: NodeId,
    ) -> bool {
        if self.refuse(&[domain, body]) {
            return false;
        }
        let Some(data) = self.variables.get(variable.index()) else {
            let handle = format!("{variable:?}");
            self.fail(LogicError::ForeignHandle { handle });
            return false;
        };
        if self.columns(domain) != Some(data.columns.clone()) {
            let expected = format!("a domain {}", self.columns_name(&data.columns.clone()));
            self.refuse_columns("quantifier", &expected, domain);
            return false;
        }
        true
    }

    pub(super) fn check_width(&mut self, width: u32, operand: NodeId) -> bool {
        let fits = (1..crate::int::WIDTH_LIMIT).contains(&width);
        if !fits {
            let expression = self.describe(operand);
            self.fail(LogicError::BitWidth { width, expression });
        }
        fits
    }

    pub(super) fn check_unary(&mut self, operator: &'static str, sort: Sort, a: NodeId) -> bool {
        let fits = self.columns(a).is_some_and(|columns| columns[..] == [sort]);
        if !fits {
            let expected = if sort == INT {
                "a set over Int"
            } else {
                "a set over Bit"
            };
            debug_assert!(sort == INT || sort == BIT);
            self.refuse_columns(operator, expected, a);
        }
        fits
    }
}
