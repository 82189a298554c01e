//! A map with an entry that is not set.

use std::collections::BTreeMap;

use bverify_contracts::*;

#[ensures(result)]
pub fn all_set(flags: &BTreeMap<u8, bool>) -> bool {
    flags.values().all(|flag| *flag)
}
