//! The unit of memory: one scalar, pointer, enum tag or model value. Knows neither types nor memory.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::ir::Int;
use crate::ir::state::ObjectId;

/// A place in memory: an object and the distance from its start in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The object.
    pub object: ObjectId,
    /// The first cell.
    pub offset: u32,
    /// Whether it is just past the end of an array or run of slots, rather than what comes next.
    pub past: bool,
}

impl Location {
    /// The start of an object.
    pub(super) fn start_of(object: ObjectId) -> Self {
        Self {
            object,
            offset: 0,
            past: false,
        }
    }
}

/// What a cell of memory holds. Equal values are equal cells: numbers are `Wide` only when they do
/// not fit an `i64`, sets are sorted, and the cells of an enum beyond its variant are `Uninit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing yet.
    Uninit,
    /// A number: an integer, a truth value, a character, a member of a type parameter, a tag.
    Int(i64),
    /// A number that is too large for the above.
    Wide(Rc<Int>),
    /// An address.
    Pointer(Location),
    /// The null pointer.
    Null,
    /// A pointer that is not null and leads nowhere; a buffer without slots.
    Dangling,
    /// The elements of a model value one after the other, each as large as its type.
    Model(Rc<Vec<Cell>>),
}

impl Cell {
    /// The only value of `()`.
    pub(super) const UNIT: Cell = Cell::Int(0);

    /// A number.
    pub(super) fn number(value: Int) -> Cell {
        match i64::try_from(value) {
            Ok(small) => Cell::Int(small),
            Err(_) => Cell::Wide(Rc::new(value)),
        }
    }

    /// A number.
    pub(super) fn from_i128(value: i128) -> Cell {
        match i64::try_from(value) {
            Ok(small) => Cell::Int(small),
            Err(_) => Cell::Wide(Rc::new(Int::from(value))),
        }
    }

    /// A truth value.
    pub(super) fn truth(value: bool) -> Cell {
        Cell::Int(i64::from(value))
    }

    /// The number held, if it is one.
    pub(super) fn as_number(&self) -> Option<Int> {
        match self {
            Cell::Int(small) => Some(Int::from(*small)),
            Cell::Wide(wide) => Some(**wide),
            _ => None,
        }
    }

    /// The place in the order of kinds; only cells of one kind are ever compared by order.
    fn rank(&self) -> u8 {
        match self {
            Cell::Uninit => 0,
            Cell::Int(_) | Cell::Wide(_) => 1,
            Cell::Pointer(_) => 2,
            Cell::Null => 3,
            Cell::Dangling => 4,
            Cell::Model(_) => 5,
        }
    }
}

/// The order in which sets are sorted; on numbers it is theirs.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Cell::Int(a), Cell::Int(b)) => a.cmp(b),
            (Cell::Pointer(a), Cell::Pointer(b)) => a.cmp(b),
            (Cell::Model(a), Cell::Model(b)) => a.cmp(b),
            _ => match (self.as_number(), other.as_number()) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => self.rank().cmp(&other.rank()),
            },
        }
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
