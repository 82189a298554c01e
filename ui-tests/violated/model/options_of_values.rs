//! Options of values have what options of references have.

use std::collections::BTreeMap;

use bverify_contracts::*;


#[ensures(result == old(items.seq()).first().cloned())]
pub fn take(items: &mut Vec<u8>) -> Option<u8> {
    items.pop()
}

#[ensures(result == ages.map().get(&name).copied().unwrap_or(0))]
#[ensures(result == ages.map().get(name).cloned().unwrap_or_default())]
pub fn age(ages: &BTreeMap<u8, u32>, name: u8) -> u32 {
    ages.get(&name).copied().unwrap_or(0)
}
