//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[invariant(match self { Slot::Used(n) => *n < 5, Slot::Free => true })]
pub enum Slot {
    Used(u8),
    Free,
}

impl Slot {
    pub fn fill(&mut self, n: u8) {
        if n < 5 {
            *self = Slot::Used(n);
        }
    }
}
