//! The twin of the violated case, with the smallest fix.

use std::collections::HashSet;

use bverify_contracts::*;

#[ensures(set.set() == old(set.set()) | set![member])]
#[ensures(result <==> !old(set.set()).contains(member))]
pub fn add(set: &mut HashSet<u8>, member: u8) -> bool {
    set.insert(member)
}
