//! What is in either of two sets.

use std::collections::BTreeSet;

#[bverify_contracts::ensures(result >= a.len() && result >= b.len())]
pub fn either(a: &BTreeSet<u8>, b: &BTreeSet<u8>) -> usize {
    a.intersection(b).count()
}
