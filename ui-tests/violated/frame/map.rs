//! A frame that leaves out a map.
use bverify_contracts::*;
use std::collections::BTreeMap;

pub struct Store {
    items: BTreeMap<u8, u8>,
    reads: u8,
}

#[modifies(store.reads)]
pub fn read(store: &mut Store, key: u8) -> u8 {
    store.reads = store.reads.wrapping_add(1);
    store.items.remove(&key).unwrap_or(0)
}
