//! The number is taken after the counter has moved on.

use std::cell::Cell;

use bverify_contracts::*;

pub struct Counter {
    next: Cell<u8>,
}

impl Counter {
    #[ensures(result == old(self.next.get()))]
    pub fn take(&self) -> u8 {
        self.next.set(self.next.get().wrapping_add(1));
        self.next.get()
    }
}
