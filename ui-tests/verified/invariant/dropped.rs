//! What `drop` leaves need not satisfy the invariant.

use bverify_contracts::*;

#[invariant(self.len > 0)]
pub struct Held {
    len: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.len = 0;
    }
}
