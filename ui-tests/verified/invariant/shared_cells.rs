//! A method with `&self` may break an invariant over cells: it is asked there as well.
use bverify_contracts::*;
use std::cell::{Cell, RefCell};

#[invariant(self.used.get() <= self.limit)]
pub struct Quota {
    used: Cell<u8>,
    limit: u8,
}

impl Quota {
    pub fn take(&self) -> bool {
        if self.used.get() >= self.limit {
            return false;
        }
        self.used.set(self.used.get().wrapping_add(1));
        true
    }

    pub fn left(&self) -> u8 {
        self.limit - self.used.get()
    }
}

#[invariant(self.items.borrow().len() <= 2)]
pub struct Few {
    items: RefCell<Vec<u8>>,
}

impl Few {
    pub fn add(&self, item: u8) -> bool {
        let mut items = self.items.borrow_mut();
        if items.len() == 2 {
            return false;
        }
        items.push(item);
        true
    }
}
