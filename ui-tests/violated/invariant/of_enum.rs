//! An invariant of an enum, by its variants.

use bverify_contracts::*;

#[invariant(match self { Slot::Used(n) => *n < 5, Slot::Free => true })]
pub enum Slot {
    Used(u8),
    Free,
}

impl Slot {
    pub fn fill(&mut self, n: u8) {
        *self = Slot::Used(n);
    }
}
