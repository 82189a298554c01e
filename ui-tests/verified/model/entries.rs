//! The twin of the violated case, with the smallest fix.

use std::collections::{BTreeMap, BTreeSet};

use bverify_contracts::*;


#[ensures(result.map() == map.map().iter().map(|(k, v)| (k, v / 2)).collect())]
pub fn halves(map: &BTreeMap<u8, u8>) -> BTreeMap<u8, u8> {
    map.iter().map(|(k, v)| (*k, *v / 2)).collect()
}

#[ensures(result == (a.set() ^ b.set()).contains(x))]
#[ensures(result == a.set().symmetric_difference(b.set()).contains(&x))]
pub fn in_one(a: &BTreeSet<u8>, b: &BTreeSet<u8>, x: u8) -> bool {
    a.contains(&x) != b.contains(&x)
}

#[requires(map.len() < 3 && map.map().values().sum() < 100)]
#[ensures(result == map.map().values().sum())]
pub fn total(map: &BTreeMap<u8, u32>) -> u32 {
    map.values().sum()
}
