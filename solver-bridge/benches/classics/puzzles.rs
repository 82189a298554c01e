//! Puzzles and graphs.

use super::{Expected, Problem};
use solver_bridge::*;

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

pub fn relation(l: &Logic, name: &str, a: Sort, b: Sort) -> Expr {
    l.rel(l.relation(name, &[a, b], TupleSet::empty([a, b]), pairs(l, a, b)))
}

pub fn function(l: &Logic, name: &str, a: Sort, b: Sort) -> Expr {
    l.rel(l.function(name, &[a, b], 1, TupleSet::empty([a, b]), pairs(l, a, b)))
}

/// One hole too few.
pub fn pigeonhole(n: usize) -> Problem {
    let l = Logic::new();
    let (pigeon, hole) = (atoms(&l, "P", n), atoms(&l, "H", n - 1));
    let nest = function(&l, "nest", pigeon, hole);
    let formula = l.all(l.univ(hole), |h| l.lone(l.join(nest, h)));
    Problem {
        formulas: vec![formula],
        expected: Expected::Unsat,
        symmetric: true,
        logic: l,
    }
}

/// A queen in each row, none attacking another: columns and both diagonals as functions of the place.
pub fn queens(n: usize) -> Problem {
    let l = Logic::new();
    let (row, column) = (atoms(&l, "R", n), atoms(&l, "C", n));
    let (rows, columns) = (l.atoms(row), l.atoms(column));
    let queen = function(&l, "queen", row, column);
    let mut formulas = vec![l.all(l.univ(column), |c| l.lone(l.join(queen, c)))];
    for diagonal in 0..2 * n - 1 {
        let place = |down: bool| {
            let cells = (0..n).filter_map(|r| {
                let c = if down {
                    diagonal.checked_sub(r)
                } else {
                    (r + diagonal).checked_sub(n - 1)
                };
                c.filter(|&c| c < n).map(|c| [rows[r], columns[c]])
            });
            let cells = l.constant(TupleSet::new(&[row, column], cells).unwrap());
            l.lone(l.intersection(queen, cells))
        };
        formulas.push(place(true));
        formulas.push(place(false));
    }
    Problem {
        formulas,
        expected: Expected::Sat,
        symmetric: false,
        logic: l,
    }
}

/// A path through all nodes of a sparse random graph that has one.
pub fn hamiltonian(n: usize) -> Problem {
    let l = Logic::new();
    let (node, place) = (atoms(&l, "N", n), atoms(&l, "T", n));
    let (nodes, places) = (l.atoms(node), l.atoms(place));
    let mut state = 0x9e37_79b9_u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit
    };
    let mut hidden: Vec<usize> = (0..n).collect();
    for index in (1..n).rev() {
        hidden.swap(index, below(index + 1));
    }
    let mut edges: Vec<[Atom; 2]> = hidden
        .windows(2)
        .map(|pair| [nodes[pair[0]], nodes[pair[1]]])
        .collect();
    edges.extend((0..2 * n).map(|_| [nodes[below(n)], nodes[below(n)]]));
    let edge = l.constant(TupleSet::new(&[node, node], edges).unwrap());
    let at = function(&l, "at", place, node);
    let next = places.windows(2).map(|pair| [pair[0], pair[1]]);
    let next = l.constant(TupleSet::new(&[place, place], next).unwrap());
    let formulas = vec![
        l.all(l.univ(node), |v| l.one(l.join(at, v))),
        l.all(next, |step| {
            let (from, to) = (l.project(step, &[0]), l.project(step, &[1]));
            l.subset(l.product(l.join(from, at), l.join(to, at)), edge)
        }),
    ];
    Problem {
        formulas,
        expected: Expected::Sat,
        symmetric: false,
        logic: l,
    }
}

/// Halmos' puzzle: all but Jocelyn shook different numbers of hands.
pub fn handshake(n: usize) -> Problem {
    let l = Logic::new();
    let person = atoms(&l, "P", n);
    let people = l.atoms(person);
    let (hilary, jocelyn) = (l.singleton(people[0]), l.singleton(people[1]));
    let all = l.univ(person);
    let (shaken, spouse) = (
        relation(&l, "shaken", person, person),
        function(&l, "spouse", person, person),
    );
    let hands = |p: Expr| l.cardinality(l.join(p, shaken));
    let others = l.difference(all, jocelyn);
    let formulas = vec![
        l.equal(spouse, l.transpose(spouse)),
        l.no(l.intersection(spouse, l.iden(person))),
        l.equal(shaken, l.transpose(shaken)),
        l.no(l.intersection(shaken, l.union(spouse, l.iden(person)))),
        l.subset(jocelyn, l.join(hilary, spouse)),
        l.all(others, |p| {
            l.all(l.difference(others, p), |q| {
                l.not(l.int_eq(hands(p), hands(q)))
            })
        }),
    ];
    Problem {
        formulas,
        expected: Expected::Sat,
        symmetric: true,
        logic: l,
    }
}
