//! Puzzles and graphs.

use super::statements::{atoms, function};
use super::{Expected, Problem};
use solver_bridge::*;

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
    Problem::new(l, formulas, Expected::Sat)
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
            let (from, to) = (l.join(from, at), l.join(to, at));
            l.and(&[
                l.subset(to, l.join(from, edge)),
                l.subset(from, l.join(edge, to)),
            ])
        }),
    ];
    Problem::new(l, formulas, Expected::Sat)
}
