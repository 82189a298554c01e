//! What a pure function writes may be its own, and borrows that it gives back are no change.
use std::cell::{Cell, RefCell};

use bverify_contracts::*;

#[pure]
fn sum(numbers: &[u8]) -> u32 {
    let total = Cell::new(0);
    for number in numbers {
        total.set(total.get() + u32::from(*number));
    }
    total.get()
}

#[ensures(result == sum(numbers))]
pub fn total(numbers: &[u8]) -> u32 {
    numbers.iter().map(|it| u32::from(*it)).sum()
}

pub struct Shared {
    value: RefCell<u8>,
}

impl Shared {
    #[pure]
    fn value(&self) -> u8 {
        *self.value.borrow()
    }

    #[ensures(self.value() == value)]
    #[ensures(self.value() == value)]
    pub fn set(&self, value: u8) {
        *self.value.borrow_mut() = value;
    }
}
