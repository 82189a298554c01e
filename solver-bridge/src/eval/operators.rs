//! Set semantics of the relational operators on sorted tuples, written for being obviously right.

use super::Set;
use crate::tuple::Tuple;
use std::collections::BTreeSet;

pub(super) fn sorted(tuples: impl Iterator<Item = Tuple>) -> Set {
    let mut all: Vec<Tuple> = tuples.collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

pub(super) fn has(set: &Set, tuple: Tuple) -> bool {
    set.binary_search(&tuple).is_ok()
}

/// The tuples of `rel` that start with `key`, without it.
fn row<'a>(rel: &'a Set, key: Tuple, rest: usize) -> impl Iterator<Item = Tuple> + 'a {
    let first = rel.partition_point(|tuple| tuple.without_last(rest) < key);
    let row = rel[first..]
        .iter()
        .take_while(move |tuple| tuple.without_last(rest) == key);
    row.map(move |tuple| tuple.last(rest))
}

pub(super) fn join(a: &Set, b: &Set, b_arity: usize) -> Set {
    let rest = b_arity - 1;
    sorted(a.iter().flat_map(|left| {
        row(b, left.last(1), rest).map(move |right| left.without_last(1).concat(right))
    }))
}

pub(super) fn product(a: &Set, b: &Set) -> Set {
    a.iter()
        .flat_map(|left| b.iter().map(|right| left.concat(*right)))
        .collect()
}

pub(super) fn image(keys: &Set, rel: &Set, rest: usize) -> Set {
    sorted(keys.iter().flat_map(|key| row(rel, *key, rest)))
}

pub(super) fn override_with(a: &Set, b: &Set, rest: usize) -> Set {
    let replaced: BTreeSet<Tuple> = b.iter().map(|tuple| tuple.without_last(rest)).collect();
    let kept = a
        .iter()
        .filter(|tuple| !replaced.contains(&tuple.without_last(rest)));
    sorted(kept.chain(b.iter()).copied())
}

pub(super) fn update(rel: &Set, keys: &Set, value: &Set, rest: usize) -> Set {
    let kept = rel
        .iter()
        .copied()
        .filter(|tuple| !has(keys, tuple.without_last(rest)));
    let written = keys
        .iter()
        .flat_map(|key| value.iter().map(|tuple| key.concat(*tuple)));
    sorted(kept.chain(written))
}

pub(super) fn project(a: &Set, positions: &[u8]) -> Set {
    sorted(a.iter().map(|tuple| {
        let atoms: Vec<_> = positions
            .iter()
            .map(|&position| tuple.column(usize::from(position)))
            .collect();
        Tuple::of(&atoms)
    }))
}

/// Pairs along paths, found by following edges from each source.
pub(super) fn closure(a: &Set) -> Set {
    let sources: BTreeSet<Tuple> = a.iter().map(|pair| pair.without_last(1)).collect();
    let mut pairs = Vec::new();
    for source in sources {
        let mut reached: BTreeSet<Tuple> = BTreeSet::new();
        let mut open: Vec<Tuple> = row(a, source, 1).collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(row(a, next, 1));
            }
        }
        pairs.extend(reached.into_iter().map(|target| source.concat(target)));
    }
    pairs.into()
}
