//! What the problems are put together from.

use solver_bridge::*;

/// A sort of `n` atoms.
pub fn atoms(l: &Logic, name: &str, n: usize) -> Sort {
    let sort = l.sort(name);
    for index in 0..n {
        l.atom(sort, format!("{name}{index}"));
    }
    sort
}

/// All pairs of the two sorts.
pub fn pairs(l: &Logic, a: Sort, b: Sort) -> TupleSet {
    l.universe(a).product(&l.universe(b)).unwrap()
}

/// A set of some atoms of `sort`.
pub fn subset(l: &Logic, name: &str, sort: Sort) -> Expr {
    l.rel(l.relation(name, &[sort], TupleSet::empty([sort]), l.universe(sort)))
}

/// Any pairs of the two sorts.
pub fn relation(l: &Logic, name: &str, a: Sort, b: Sort) -> Expr {
    l.rel(l.relation(name, &[a, b], TupleSet::empty([a, b]), pairs(l, a, b)))
}

/// Any triples of the three sorts.
pub fn ternary(l: &Logic, name: &str, a: Sort, b: Sort, c: Sort) -> Expr {
    let (columns, bound) = ([a, b, c], l.universe(a).product(&pairs(l, b, c)).unwrap());
    l.rel(l.relation(name, &columns, TupleSet::empty(columns), bound))
}

/// A function between whole sorts, by its bounds.
pub fn function(l: &Logic, name: &str, a: Sort, b: Sort) -> Expr {
    l.rel(l.function(name, &[a, b], 1, TupleSet::empty([a, b]), pairs(l, a, b)))
}

/// `field` maps each of `domain` to one of `range`, and nothing else.
pub fn total(l: &Logic, field: Expr, domain: Expr, range: Expr) -> Formula {
    l.and(&[
        l.subset(field, l.product(domain, range)),
        l.all(domain, |x| l.one(l.join(x, field))),
    ])
}

/// `field` maps each of `domain` to at most one of `range`, and nothing else.
pub fn partial(l: &Logic, field: Expr, domain: Expr, range: Expr) -> Formula {
    l.and(&[
        l.subset(field, l.product(domain, range)),
        l.all(domain, |x| l.lone(l.join(x, field))),
    ])
}

/// The order of the atoms of a sort, as a constant.
pub struct Order {
    pub first: Expr,
    pub last: Expr,
    /// Each atom with the one after it.
    pub next: Expr,
}

impl Order {
    pub fn new(l: &Logic, sort: Sort) -> Self {
        let all = l.atoms(sort);
        let next = all.windows(2).map(|pair| [pair[0], pair[1]]);
        Self {
            first: l.singleton(all[0]),
            last: l.singleton(all[all.len() - 1]),
            next: l.constant(TupleSet::new(&[sort, sort], next).unwrap()),
        }
    }
}
