//! The element is put in once.

use bverify_contracts::*;

pub struct Bag {
    items: Vec<i32>,
}

impl Bag {
    #[ensures(self.items.len() == old(self.items.len()) + 1)]
    pub fn add(&mut self, x: i32) {
        self.items.push(x);
    }
}
