//! How often a map hashes a key is not for a program to count.

use bverify_contracts::*;
use std::cell::Cell;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

pub struct Counted<'a>(u8, &'a Cell<u8>);

impl PartialEq for Counted<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Counted<'_> {}

impl Hash for Counted<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.1.set(self.1.get() + 1);
        self.0.hash(state)
    }
}

#[ensures(result == 1)]
pub fn once(x: u8) -> u8 {
    let count = Cell::new(0);
    HashSet::new().insert(Counted(x, &count));
    count.get()
}
