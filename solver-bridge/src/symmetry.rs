//! Interchangeable atoms: those whose exchange leaves every bound and every constant as it is. Knows
//! tuples and terms, nothing of circuits.
//!
//! Exchange of two atoms being a symmetry is an equivalence, so an atom belongs to a class if it can
//! be exchanged with the first atom of it. Numbers and bit positions have a meaning, and are not
//! exchanged.

use crate::ids::{Atom, BIT, INT, NodeId, Relation, Sort};
use crate::logic::Logic;
use crate::logic::node::Node;
use crate::tuple::Tuple;
use crate::tuples::TupleSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Holds what has been found interchangeable against formulas that come later.
pub(crate) struct Guard {
    /// Classes of two or more.
    pub classes: Vec<Vec<Atom>>,
    /// The relations whose bounds were looked at.
    pub relations: FxHashSet<Relation>,
    seen: FxHashSet<NodeId>,
}

/// `tuple` with two atoms exchanged.
pub(crate) fn exchange(tuple: Tuple, a: Atom, b: Atom) -> Tuple {
    tuple.atoms().fold(Tuple::EMPTY, |image, atom| {
        let atom = if atom == a {
            b
        } else if atom == b {
            a
        } else {
            atom
        };
        image.concat(Tuple::unary(atom))
    })
}

fn is_symmetric(set: &TupleSet, a: Atom, b: Atom) -> bool {
    set.tuples()
        .iter()
        .all(|&tuple| set.contains(exchange(tuple, a, b)))
}

/// The bounds and constants below `roots`, without those below nodes of `seen`; adds to `seen`.
fn sets(
    logic: &Logic,
    roots: &[NodeId],
    seen: &mut FxHashSet<NodeId>,
) -> Vec<(NodeId, Arc<TupleSet>)> {
    let inner = logic.inner();
    let mut stack = roots.to_vec();
    let mut found = Vec::new();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = inner.node(id);
        match node {
            Node::Constant(set) => found.push((id, set.clone())),
            Node::Relation(relation) => {
                let data = inner.relation(*relation);
                found.push((id, data.lower.clone()));
                found.push((id, data.upper.clone()));
            }
            _ => node.for_each_child(|child| stack.push(child)),
        }
    }
    found
}

impl Guard {
    /// The classes of atoms that nothing below `roots` tells apart, in the sorts not in `except`.
    pub fn new(logic: &Logic, roots: &[NodeId], except: &[Sort]) -> Self {
        let mut seen = FxHashSet::default();
        let sets = sets(logic, roots, &mut seen);
        // Where each atom occurs: only these tuples can tell it apart.
        let mut occurrences: FxHashMap<Atom, Vec<(usize, Tuple)>> = FxHashMap::default();
        for (index, (_, set)) in sets.iter().enumerate() {
            for &tuple in set.tuples() {
                let mut atoms: Vec<Atom> = tuple.atoms().collect();
                atoms.sort_unstable();
                atoms.dedup();
                for atom in atoms {
                    occurrences.entry(atom).or_default().push((index, tuple));
                }
            }
        }
        let nowhere = Vec::new();
        let places = |atom: Atom| occurrences.get(&atom).unwrap_or(&nowhere);
        let alike = |a: Atom, b: Atom| {
            let (at_a, at_b) = (places(a), places(b));
            at_a.len() == at_b.len()
                && at_a.iter().chain(at_b).all(|&(index, tuple)| {
                    let set = &sets[index].1;
                    set.contains(exchange(tuple, a, b))
                })
        };
        let mut by_sort: FxHashMap<Sort, Vec<Vec<Atom>>> = FxHashMap::default();
        let mut atoms: Vec<Atom> = occurrences.keys().copied().collect();
        atoms.sort_unstable();
        for atom in atoms {
            let Some(sort) = logic.sort_of(atom) else {
                continue;
            };
            if sort == INT || sort == BIT || except.contains(&sort) {
                continue;
            }
            let classes = by_sort.entry(sort).or_default();
            match classes.iter_mut().find(|class| alike(class[0], atom)) {
                Some(class) => class.push(atom),
                None => classes.push(vec![atom]),
            }
        }
        let mut classes: Vec<Vec<Atom>> = by_sort.into_values().flatten().collect();
        classes.retain(|class| class.len() > 1);
        classes.sort_unstable();
        let inner = logic.inner();
        let relation = |id: &NodeId| match inner.node(*id) {
            Node::Relation(relation) => Some(*relation),
            _ => None,
        };
        let relations = seen.iter().filter_map(relation).collect();
        Self {
            classes,
            relations,
            seen,
        }
    }

    /// The first node below `root` that tells atoms of a class apart, if there is one.
    pub fn offender(&mut self, logic: &Logic, root: NodeId) -> Option<NodeId> {
        let sets = sets(logic, &[root], &mut self.seen);
        let offends = |set: &TupleSet| {
            let mut pairs = self.classes.iter().flat_map(|class| class.windows(2));
            pairs.any(|pair| !is_symmetric(set, pair[0], pair[1]))
        };
        let offender = sets.iter().find(|(_, set)| offends(set)).map(|(id, _)| *id);
        // Asked again it must be found again.
        if offender.is_some() {
            self.seen.clear();
        }
        offender
    }
}
