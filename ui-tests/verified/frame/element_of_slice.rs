//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(v.len() > 2)]
#[modifies(v[0], v[1..2])]
pub fn swap(v: &mut [u8]) {
    v.swap(0, 1);
}
