//! The number is taken before the counter moves on.

use std::cell::Cell;

use bverify_contracts::*;

pub struct Counter {
    next: Cell<u8>,
}

impl Counter {
    #[ensures(result == old(self.next.get()))]
    pub fn take(&self) -> u8 {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        number
    }
}
