//! Sparse sorted sets of tuples. Knows atoms and sorts only by id.

use crate::error::LogicError;
use crate::ids::{Atom, Sort};
use crate::tuple::{MAX_ARITY, Tuple};
use std::sync::Arc;

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

    /// The set of tuples, each as long as `columns`.
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
        self.tuples.iter().map(|tuple| tuple.atoms().collect())
    }

    /// Its atoms, if it has one column.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let unary = self.arity() == 1;
        self.tuples
            .iter()
            .filter(move |_| unary)
            .map(|tuple| tuple.column(0))
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
        let tuples = self
            .tuples
            .iter()
            .flat_map(|left| other.tuples.iter().map(|right| left.concat(*right)));
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
