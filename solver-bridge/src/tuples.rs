//! Tuples packed into a word, and sparse sorted sets of them. Knows atoms and sorts only by id.

use crate::error::LogicError;
use crate::ids::{Atom, Sort};
use std::sync::Arc;

/// The largest number of columns.
pub const MAX_ARITY: usize = 6;
const ATOM_BITS: u32 = 21;
/// The largest number of atoms.
pub const ATOM_LIMIT: usize = 1 << ATOM_BITS;

/// Up to six atoms in a word, the last one in the low bits. Its length is not stored: it is that of
/// the set the tuple is in. Integer order is lexicographic order among tuples of one length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tuple(u128);

impl Tuple {
    /// The tuple without atoms.
    pub const EMPTY: Self = Self(0);

    /// The tuple of one atom.
    #[must_use]
    pub fn unary(atom: Atom) -> Self {
        Self(u128::from(atom.0))
    }

    /// The tuple of these atoms, of which there are at most six.
    #[must_use]
    pub fn of(atoms: &[Atom]) -> Self {
        debug_assert!(atoms.len() <= MAX_ARITY);
        atoms.iter().fold(Self::EMPTY, |tuple, &atom| {
            tuple.concat(Self::unary(atom), 1)
        })
    }

    /// This tuple followed by `other`, which has `other_arity` atoms.
    #[must_use]
    pub fn concat(self, other: Self, other_arity: usize) -> Self {
        Self(self.0 << Self::shift(other_arity) | other.0)
    }

    /// Without its last `count` atoms.
    #[must_use]
    pub fn without_last(self, count: usize) -> Self {
        Self(self.0 >> Self::shift(count))
    }

    /// Its last `count` atoms.
    #[must_use]
    pub fn last(self, count: usize) -> Self {
        Self(self.0 & ((1 << Self::shift(count)) - 1))
    }

    /// Atom `column` of a tuple of `arity` atoms.
    #[must_use]
    pub fn column(self, arity: usize, column: usize) -> Atom {
        let low = self.without_last(arity - 1 - column).last(1);
        Atom(u32::try_from(low.0).expect("an atom has 21 bits"))
    }

    /// The atoms of a tuple of `arity` atoms.
    pub fn atoms(self, arity: usize) -> impl ExactSizeIterator<Item = Atom> {
        (0..arity).map(move |column| self.column(arity, column))
    }

    fn shift(atoms: usize) -> u32 {
        debug_assert!(atoms <= MAX_ARITY);
        ATOM_BITS * u32::try_from(atoms).expect("at most six atoms")
    }
}

/// A sparse set of tuples over given columns, sorted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TupleSet {
    columns: Arc<[Sort]>,
    tuples: Vec<Tuple>,
}

impl TupleSet {
    /// The empty set over `columns`.
    pub fn empty(columns: impl Into<Arc<[Sort]>>) -> Self {
        Self {
            columns: columns.into(),
            tuples: Vec::new(),
        }
    }

    /// The set of `rows` over `columns`.
    pub fn new<Row: AsRef<[Atom]>>(
        columns: &[Sort],
        rows: impl IntoIterator<Item = Row>,
    ) -> Result<Self, LogicError> {
        let mut tuples = Vec::new();
        for row in rows {
            let row = row.as_ref();
            if row.len() != columns.len() || row.len() > MAX_ARITY {
                return Err(LogicError::TupleLength {
                    expected: columns.len(),
                    found: row.len(),
                });
            }
            tuples.push(Tuple::of(row));
        }
        Ok(Self::from_tuples(columns, tuples))
    }

    /// The set of `atoms` of one sort.
    pub fn unary(sort: Sort, atoms: impl IntoIterator<Item = Atom>) -> Self {
        Self::from_tuples([sort], atoms.into_iter().map(Tuple::unary).collect())
    }

    /// The set of packed tuples, each as long as `columns`.
    pub fn from_tuples(columns: impl Into<Arc<[Sort]>>, mut tuples: Vec<Tuple>) -> Self {
        tuples.sort_unstable();
        tuples.dedup();
        Self {
            columns: columns.into(),
            tuples,
        }
    }

    /// The sorts of its columns.
    #[must_use]
    pub fn columns(&self) -> &Arc<[Sort]> {
        &self.columns
    }

    /// The number of columns.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.columns.len()
    }

    /// The number of tuples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tuples.len()
    }

    /// Whether it has no tuple.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Its tuples in order.
    #[must_use]
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// Its tuples in order, as rows of atoms.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<Atom>> {
        let arity = self.arity();
        self.tuples
            .iter()
            .map(move |tuple| tuple.atoms(arity).collect())
    }

    /// Its atoms, if it has one column.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let unary = self.arity() == 1;
        self.tuples
            .iter()
            .filter(move |_| unary)
            .map(|tuple| tuple.column(1, 0))
    }

    /// Whether it has `tuple`.
    #[must_use]
    pub fn contains(&self, tuple: Tuple) -> bool {
        self.tuples.binary_search(&tuple).is_ok()
    }

    /// Whether it has this row.
    #[must_use]
    pub fn contains_row(&self, row: &[Atom]) -> bool {
        row.len() == self.arity() && self.contains(Tuple::of(row))
    }

    /// Adds a row; says whether it is new.
    pub fn insert(&mut self, row: &[Atom]) -> Result<bool, LogicError> {
        if row.len() != self.arity() || row.len() > MAX_ARITY {
            return Err(LogicError::TupleLength {
                expected: self.arity(),
                found: row.len(),
            });
        }
        let tuple = Tuple::of(row);
        Ok(match self.tuples.binary_search(&tuple) {
            Ok(_) => false,
            Err(place) => {
                self.tuples.insert(place, tuple);
                true
            }
        })
    }

    /// Every tuple of `self` followed by every tuple of `other`.
    pub fn product(&self, other: &Self) -> Result<Self, LogicError> {
        let arity = self.arity() + other.arity();
        if arity > MAX_ARITY {
            return Err(LogicError::ArityLimit {
                expression: "product of bounds".into(),
                arity,
            });
        }
        let columns: Arc<[Sort]> = self
            .columns
            .iter()
            .chain(other.columns.iter())
            .copied()
            .collect();
        let tuples = self.tuples.iter().flat_map(|left| {
            other
                .tuples
                .iter()
                .map(|right| left.concat(*right, other.arity()))
        });
        Ok(Self {
            columns,
            tuples: tuples.collect(),
        })
    }

    /// The tuples of both.
    pub fn union(&self, other: &Self) -> Result<Self, LogicError> {
        if self.columns != other.columns {
            return Err(LogicError::TupleLength {
                expected: self.arity(),
                found: other.arity(),
            });
        }
        let all = self.tuples.iter().chain(&other.tuples).copied().collect();
        Ok(Self::from_tuples(self.columns.clone(), all))
    }

    /// Whether every tuple of `self` is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.tuples.iter().all(|tuple| other.contains(*tuple))
    }
}
