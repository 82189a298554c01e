//! The twin of the violated case, with the smallest fix.

use std::collections::BTreeSet;

use bverify_contracts::*;

#[requires(!set.is_empty())]
#[ensures(set.set() == old(set.set()) - set![result])]
#[ensures(old(set.set()).all(|member| member >= result))]
pub fn least(set: &mut BTreeSet<u8>) -> u8 {
    set.pop_first().unwrap()
}
