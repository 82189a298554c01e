//! Transitive closure. Where the upper bound has no cycle each row is computed once from the rows
//! after it; otherwise atoms are eliminated one by one.

use super::matrix::Matrix;
use crate::circuit::{Bool, Circuit};
use crate::ids::Atom;
use crate::tuple::Tuple;
use rustc_hash::FxHashMap;

pub(crate) fn closure(circuit: &mut Circuit, a: &Matrix) -> Matrix {
    match topological_order(a) {
        Some(order) => along(circuit, a, &order),
        None => by_elimination(circuit, a),
    }
}

/// Sources of edges, successors first; `None` if there is a cycle.
fn topological_order(a: &Matrix) -> Option<Vec<Atom>> {
    enum Step {
        Enter(Atom),
        Leave(Atom),
    }
    let mut done: FxHashMap<Atom, bool> = FxHashMap::default();
    let mut order = Vec::new();
    for &(tuple, _) in &a.entries {
        let mut stack = vec![Step::Enter(tuple.column(0))];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(atom) => {
                    done.insert(atom, true);
                    order.push(atom);
                }
                Step::Enter(atom) => match done.get(&atom) {
                    Some(true) => {}
                    // Still on the path that leads here.
                    Some(false) => return None,
                    None => {
                        done.insert(atom, false);
                        stack.push(Step::Leave(atom));
                        for &(edge, _) in a.starting(Tuple::unary(atom)) {
                            let next = edge.column(1);
                            match done.get(&next) {
                                Some(true) => {}
                                Some(false) => return None,
                                None => stack.push(Step::Enter(next)),
                            }
                        }
                    }
                },
            }
        }
    }
    Some(order)
}

fn along(circuit: &mut Circuit, a: &Matrix, order: &[Atom]) -> Matrix {
    let mut rows: FxHashMap<Atom, Vec<(Tuple, Bool)>> = FxHashMap::default();
    let mut entries = Vec::new();
    for &atom in order {
        let mut parts = Vec::new();
        for &(edge, gate) in a.starting(Tuple::unary(atom)) {
            let next = edge.column(1);
            parts.push((edge, gate));
            for &(target, reached) in rows.get(&next).map_or(&[][..], Vec::as_slice) {
                parts.push((
                    Tuple::unary(atom).concat(target),
                    circuit.and(gate, reached),
                ));
            }
        }
        let row = Matrix::gather(circuit, 2, parts);
        rows.insert(
            atom,
            row.entries
                .iter()
                .map(|&(pair, gate)| (pair.last(1), gate))
                .collect(),
        );
        entries.extend(row.entries);
    }
    entries.sort_unstable();
    Matrix::plain(2, entries)
}

/// Paths through one more atom each round (Warshall 1962): cubic where squaring has a logarithm more,
/// and on sparse relations no more than is connected.
fn by_elimination(circuit: &mut Circuit, a: &Matrix) -> Matrix {
    let mut atoms: Vec<Atom> = a.entries.iter().flat_map(|entry| entry.0.atoms()).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let size = atoms.len();
    let place = |atom: Atom| atoms.binary_search(&atom).unwrap_or(size);
    let mut paths = vec![Bool::FALSE; size * size];
    for &(edge, gate) in &a.entries {
        paths[place(edge.column(0)) * size + place(edge.column(1))] = gate;
    }
    for through in 0..size {
        for from in 0..size {
            let first = paths[from * size + through];
            if first.is_false() || from == through {
                continue;
            }
            for to in 0..size {
                let second = paths[through * size + to];
                if second.is_false() || to == through {
                    continue;
                }
                let around = circuit.and(first, second);
                let path = &mut paths[from * size + to];
                *path = circuit.or(*path, around);
            }
        }
    }
    let entries = paths
        .iter()
        .enumerate()
        .filter(|(_, gate)| !gate.is_false());
    let pair = |at: usize| Tuple::of(&[atoms[at / size], atoms[at % size]]);
    Matrix::plain(2, entries.map(|(at, &gate)| (pair(at), gate)).collect())
}
