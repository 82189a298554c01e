//! Two shared references may lead to the same place.
use bverify_contracts::*;

#[ensures(!same(a, b))]
pub fn apart(a: &u8, b: &u8) {}
