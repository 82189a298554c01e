//! An invariant that is a number.

use bverify_contracts::*;

#[invariant(self.n)]
pub struct Counter {
    n: u8,
}

impl Counter {
    pub fn reset(&mut self) {
        self.n = 0;
    }
}
