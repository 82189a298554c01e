//! Derived equality asks that of the parts, whoever wrote it, also across two states.
use bverify_contracts::*;

pub struct Key {
    k: u8,
    note: u8,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.k == other.k
    }
}

#[derive(PartialEq)]
pub struct Two {
    a: Key,
    b: Option<Key>,
}

#[ensures(*two == old(*two))]
pub fn forget(two: &mut Two) {
    two.a.note = 0;
}

#[ensures(result == (a == b))]
pub fn same(a: &Vec<Two>, b: &Vec<Two>) -> bool {
    a == b
}
