//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(i < v.len())]
#[modifies(v[i])]
pub fn clear(v: &mut Vec<u8>, i: usize) {
    if i < v.len() {
        v[i] = 0;
    }
}
