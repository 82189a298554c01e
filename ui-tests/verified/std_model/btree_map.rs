//! The twin of the violated case, with the smallest fix.

use std::collections::BTreeMap;

use bverify_contracts::*;

#[ensures(map.map() == old(map.map()).remove(key))]
#[ensures(result == old(map.map()).get(key))]
#[ensures(!map.map().keys().contains(key))]
pub fn take(map: &mut BTreeMap<u8, u8>, key: u8) -> Option<u8> {
    map.remove(&key)
}
