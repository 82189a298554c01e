//! Equal values have equal hashes; of others nothing is known.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

#[derive(Hash, PartialEq, Eq, Clone, Copy)]
pub struct Key {
    low: u8,
    high: bool,
}

fn digest(key: &Key) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

#[bverify_contracts::ensures(a == b ==> result)]
pub fn same(a: Key, b: Key) -> bool {
    digest(&a) == digest(&b)
}
