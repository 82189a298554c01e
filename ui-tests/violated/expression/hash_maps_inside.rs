//! Structs that hold hash maps are compared by what is in them.

use std::collections::{HashMap, HashSet};

use bverify_contracts::*;

pub struct Bag {
    counts: HashMap<u8, u8>,
    last: u8,
}

impl Bag {
    #[ensures(unchanged(self))]
    pub fn look(&mut self, key: u8) -> bool {
        self.counts.remove(&key).is_some()
    }
}

pub struct Names {
    known: HashSet<u8>,
    next: u8,
}

#[requires(a.known == b.known)]
#[ensures(result == (a.next == b.next))]
pub fn alike(a: &Names, b: &Names) -> bool {
    true
}
