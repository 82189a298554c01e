//! A tuple of atoms in one word. Knows atoms only by id.

use crate::ids::Atom;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The largest number of columns: more are a mistake, as of products that double.
pub const MAX_ARITY: usize = u8::MAX as usize;
const ATOM_BITS: u32 = 20;
/// The largest number of atoms.
pub const ATOM_LIMIT: usize = 1 << ATOM_BITS;

/// As many atoms as fit beside the length.
const PACKED: usize = 6;
const LENGTH_SHIFT: u32 = 120;
/// The length of what does not fit.
const LONG: u128 = 7;

/// Some atoms in order. Up to six lie in the word itself, the last one in the low bits and their number
/// in the high ones, so that tuples of one length compare as integers do; longer ones are a place in a
/// table. Tuples of one length are in lexicographic order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tuple(u128);

/// Tuples that fit into no word. They are kept once each for as long as the process lives: tuples are
/// copied everywhere, and relations of that many columns are rare and small.
#[derive(Default)]
struct Table {
    places: FxHashMap<&'static [Atom], usize>,
    rows: Vec<&'static [Atom]>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

impl Table {
    /// The place of a row in the table.
    fn place(row: &[Atom]) -> usize {
        let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&place) = table.places.get(row) {
            return place;
        }
        let kept: &'static [Atom] = Box::leak(row.into());
        let place = table.rows.len();
        table.rows.push(kept);
        table.places.insert(kept, place);
        place
    }

    fn row(place: usize) -> &'static [Atom] {
        TABLE.read().unwrap_or_else(PoisonError::into_inner).rows[place]
    }
}

impl Tuple {
    /// The tuple without atoms.
    pub const EMPTY: Self = Self(0);

    /// The tuple of one atom.
    #[must_use]
    pub fn unary(atom: Atom) -> Self {
        Self::packed(u128::from(atom.0), 1)
    }

    /// The tuple of these atoms.
    #[must_use]
    pub fn of(atoms: &[Atom]) -> Self {
        if atoms.len() > PACKED {
            return Self(LONG << LENGTH_SHIFT | Table::place(atoms) as u128);
        }
        let word = atoms
            .iter()
            .fold(0, |word, atom| word << ATOM_BITS | u128::from(atom.0));
        Self::packed(word, atoms.len())
    }

    /// The number of its atoms.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "only the tuple of no columns is"
    )]
    pub fn len(self) -> usize {
        match self.long() {
            Some(row) => row.len(),
            None => (self.0 >> LENGTH_SHIFT) as usize,
        }
    }

    /// This tuple followed by `other`.
    #[must_use]
    pub fn concat(self, other: Self) -> Self {
        let length = self.len() + other.len();
        if length > PACKED {
            let atoms: Vec<Atom> = self.atoms().chain(other.atoms()).collect();
            return Self::of(&atoms);
        }
        Self::packed(self.word() << shift(other.len()) | other.word(), length)
    }

    /// Without its last `count` atoms.
    #[must_use]
    pub fn without_last(self, count: usize) -> Self {
        let length = self.len() - count;
        match self.long() {
            Some(row) => Self::of(&row[..length]),
            None => Self::packed(self.word() >> shift(count), length),
        }
    }

    /// Its last `count` atoms.
    #[must_use]
    pub fn last(self, count: usize) -> Self {
        match self.long() {
            Some(row) => Self::of(&row[row.len() - count..]),
            None => Self::packed(self.word() & ((1 << shift(count)) - 1), count),
        }
    }

    /// The atom in `column`.
    #[must_use]
    pub fn column(self, column: usize) -> Atom {
        if let Some(row) = self.long() {
            return row[column];
        }
        let low = self.word() >> shift(self.len() - 1 - column);
        Atom((low & (ATOM_LIMIT as u128 - 1)) as u32)
    }

    /// Its atoms.
    pub fn atoms(self) -> impl ExactSizeIterator<Item = Atom> {
        (0..self.len()).map(move |column| self.column(column))
    }

    fn packed(word: u128, length: usize) -> Self {
        debug_assert!(length <= PACKED);
        Self((length as u128) << LENGTH_SHIFT | word)
    }

    /// What is below the length.
    fn word(self) -> u128 {
        self.0 & ((1 << LENGTH_SHIFT) - 1)
    }

    /// Its atoms, if they do not fit into the word.
    fn long(self) -> Option<&'static [Atom]> {
        (self.0 >> LENGTH_SHIFT == LONG).then(|| Table::row(self.word() as usize))
    }
}

fn shift(atoms: usize) -> u32 {
    debug_assert!(atoms <= PACKED);
    ATOM_BITS * atoms as u32
}

impl Ord for Tuple {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.long(), other.long()) {
            (Some(own), Some(others)) => own.cmp(others),
            _ => self.0.cmp(&other.0),
        }
    }
}

impl PartialOrd for Tuple {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.atoms()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row() -> impl Strategy<Value = Vec<Atom>> {
        let atom = prop_oneof![0..3_u32, 0..ATOM_LIMIT as u32].prop_map(Atom);
        prop::collection::vec(atom, 0..14)
    }

    proptest! {
        #[test]
        fn is_what_its_row_is(a in row(), b in row()) {
            let (left, right) = (Tuple::of(&a), Tuple::of(&b));
            prop_assert_eq!(left.atoms().collect::<Vec<_>>(), a.clone());
            prop_assert_eq!(left.concat(right), Tuple::of(&[&a[..], &b].concat()));
            prop_assert_eq!(left == right, a == b);
            for count in 0..=a.len() {
                let (start, end) = a.split_at(a.len() - count);
                prop_assert_eq!(left.without_last(count), Tuple::of(start));
                prop_assert_eq!(left.last(count), Tuple::of(end));
            }
            if a.len() == b.len() {
                prop_assert_eq!(left.cmp(&right), a.cmp(&b));
            }
        }
    }
}
