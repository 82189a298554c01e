//! A ring of rooms that may be empty, and nothing is added to a full one.

use bverify_contracts::*;
use std::mem::MaybeUninit;

#[invariant(self.len <= 2 && self.head < 2)]
pub struct Ring {
    rooms: [MaybeUninit<u8>; 2],
    head: usize,
    len: usize,
}

impl Ring {
    pub fn push(&mut self, value: u8) {
        if self.len == 2 {
            return;
        }
        let at = (self.head + self.len) % 2;
        self.rooms[at] = MaybeUninit::new(value);
        self.len += 1;
    }
}
