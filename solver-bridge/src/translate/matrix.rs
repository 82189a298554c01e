//! Sparse boolean matrices: tuple to gate, sorted, without entries that are constantly false.
//! Knows the circuit and packed tuples, nothing of terms.
//!
//! A matrix also carries what is known of its shape: that it is a function of its first columns, and
//! for which arguments it certainly has a value. Both hold in every instance within bounds, so
//! numbers read through them need no guards.

use crate::circuit::{Bool, Circuit};
use crate::tuple::Tuple;
use std::cmp::Ordering;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub arity: usize,
    pub entries: Vec<(Tuple, Bool)>,
    /// Tuples that agree on this many first columns exclude each other; the arity if nothing is known.
    pub keys: usize,
    /// Sorted tuples of `keys` columns that certainly start an entry.
    pub defined: Arc<[Tuple]>,
}

impl Matrix {
    /// A matrix of which nothing else is known; `entries` are sorted, distinct, not false.
    pub fn plain(arity: usize, entries: Vec<(Tuple, Bool)>) -> Self {
        let lone = entries.len() <= 1;
        let mut matrix = Self {
            arity,
            entries,
            keys: arity,
            defined: Arc::new([]),
        };
        matrix.defined = matrix.certain().collect();
        if lone { matrix.coarser(0) } else { matrix }
    }

    /// The constant matrix of sorted tuples.
    pub fn constant(arity: usize, tuples: &[Tuple]) -> Self {
        let entries: Vec<_> = tuples.iter().map(|&tuple| (tuple, Bool::TRUE)).collect();
        let distinct = |keys: usize| {
            tuples.windows(2).all(|pair| {
                pair[0].without_last(arity - keys) != pair[1].without_last(arity - keys)
            })
        };
        let keys = (0..arity).find(|&keys| distinct(keys)).unwrap_or(arity);
        let defined = tuples
            .iter()
            .map(|tuple| tuple.without_last(arity - keys))
            .collect();
        Self {
            arity,
            entries,
            keys,
            defined,
        }
    }

    /// The same matrix as a function of fewer columns.
    fn coarser(mut self, keys: usize) -> Self {
        let dropped = self.keys - keys;
        let mut defined: Vec<_> = self
            .defined
            .iter()
            .map(|key| key.without_last(dropped))
            .collect();
        defined.dedup();
        self.keys = keys;
        self.defined = defined.into();
        self
    }

    /// Sorts entries that may repeat a tuple, and joins repetitions by disjunction.
    pub fn gather(circuit: &mut Circuit, arity: usize, mut parts: Vec<(Tuple, Bool)>) -> Self {
        parts.sort_unstable();
        let mut entries: Vec<(Tuple, Bool)> = Vec::new();
        for run in parts.chunk_by(|a, b| a.0 == b.0) {
            let gate = match run {
                [only] => only.1,
                _ => circuit.or_all(run.iter().map(|part| part.1)),
            };
            if !gate.is_false() {
                entries.push((run[0].0, gate));
            }
        }
        Self::plain(arity, entries)
    }

    /// Sorts entries with their conditions and joins repetitions of a tuple; the conditions of a tuple
    /// exclude each other.
    pub fn gather_selected(
        circuit: &mut Circuit,
        arity: usize,
        mut parts: Vec<(Tuple, (Bool, Bool))>,
    ) -> Self {
        parts.retain(|(_, (condition, value))| !condition.is_false() && !value.is_false());
        parts.sort_unstable();
        let mut entries: Vec<(Tuple, Bool)> = Vec::new();
        let mut pairs = Vec::new();
        for run in parts.chunk_by(|a, b| a.0 == b.0) {
            pairs.clear();
            pairs.extend(run.iter().map(|part| part.1));
            let gate = match pairs[..] {
                [(condition, value)] => circuit.and(condition, value),
                _ => circuit.select(&pairs),
            };
            if !gate.is_false() {
                entries.push((run[0].0, gate));
            }
        }
        Self::plain(arity, entries)
    }

    /// The tuples it has in every instance, in order.
    pub fn certain(&self) -> impl Iterator<Item = Tuple> {
        self.entries
            .iter()
            .filter(|entry| entry.1.is_true())
            .map(|entry| entry.0)
    }

    /// Where it is defined as a function of `keys` columns; `None` if it is not known to be one.
    pub fn defined_at(&self, keys: usize) -> Option<Arc<[Tuple]>> {
        match self.keys.cmp(&keys) {
            Ordering::Equal => Some(self.defined.clone()),
            Ordering::Greater => None,
            // A function of fewer columns is one of more, but where it is defined is known less well.
            Ordering::Less => {
                let rest = self.arity - keys;
                Some(
                    self.certain()
                        .map(|tuple| tuple.without_last(rest))
                        .collect(),
                )
            }
        }
    }

    /// At most one entry is true.
    pub fn is_lone(&self) -> bool {
        self.keys == 0
    }

    /// At least one entry is true.
    pub fn is_some(&self) -> bool {
        !self.defined.is_empty()
    }

    pub fn get(&self, tuple: Tuple) -> Bool {
        match self.entries.binary_search_by_key(&tuple, |entry| entry.0) {
            Ok(index) => self.entries[index].1,
            Err(_) => Bool::FALSE,
        }
    }

    pub fn gates(&self) -> impl Iterator<Item = Bool> {
        self.entries.iter().map(|entry| entry.1)
    }

    /// The entries that start with `key`.
    pub fn starting(&self, key: Tuple) -> &[(Tuple, Bool)] {
        let rest = self.arity - key.len();
        let first = self
            .entries
            .partition_point(|entry| entry.0.without_last(rest) < key);
        let tail = &self.entries[first..];
        let count = tail.partition_point(|entry| entry.0.without_last(rest) == key);
        &tail[..count]
    }

    /// Entries in the order of both, each with its gate on either side.
    pub fn zip<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (Tuple, Bool, Bool)> + 'a {
        let (mut left, mut right) = (
            self.entries.iter().peekable(),
            other.entries.iter().peekable(),
        );
        std::iter::from_fn(move || {
            let next = match (left.peek(), right.peek()) {
                (None, None) => return None,
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (Some(a), Some(b)) => a.0.min(b.0),
            };
            let a = left
                .next_if(|entry| entry.0 == next)
                .map_or(Bool::FALSE, |entry| entry.1);
            let b = right
                .next_if(|entry| entry.0 == next)
                .map_or(Bool::FALSE, |entry| entry.1);
            Some((next, a, b))
        })
    }

    /// The matrix of `combine` applied to both gates of each tuple.
    pub fn merge(&self, other: &Self, mut combine: impl FnMut(Bool, Bool) -> Bool) -> Self {
        let entries = self.zip(other).map(|(tuple, a, b)| (tuple, combine(a, b)));
        Self::plain(
            self.arity,
            entries.filter(|entry| !entry.1.is_false()).collect(),
        )
    }

    /// The same entries, also known to be a function as `other` is, where it has no entries of its own.
    pub fn inherit_keys(mut self, other: &Self) -> Self {
        if other.keys < self.keys {
            let keys = other.keys;
            self = self.coarser(keys);
        }
        self
    }

    /// The same entries, known to be a function of `keys` columns and defined on `defined`.
    pub fn with_shape(mut self, keys: usize, defined: Arc<[Tuple]>) -> Self {
        if keys <= self.keys {
            let own = self.coarser(keys);
            let defined = union(&own.defined, &defined);
            self = Self {
                defined: defined.into(),
                ..own
            };
        }
        self
    }
}

/// Tuples of either sorted slice.
pub(crate) fn union(a: &[Tuple], b: &[Tuple]) -> Vec<Tuple> {
    let mut all: Vec<Tuple> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Tuples of both sorted slices.
pub(crate) fn intersection(a: &[Tuple], b: &[Tuple]) -> Vec<Tuple> {
    a.iter()
        .copied()
        .filter(|tuple| b.binary_search(tuple).is_ok())
        .collect()
}
