//! Elements of a slice, by number and by range.

use bverify_contracts::*;

#[requires(v.len() > 2)]
#[modifies(v[0], v[1..2])]
pub fn swap(v: &mut [u8]) {
    v.swap(1, 2);
}
