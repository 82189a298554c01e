//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(i < v.len())]
#[ensures((0..v.len()).all(|j| j == i || v[j] == old(v[j])))]
#[ensures((0..v.len()).any(|j| v[j] != old(v[j])) || old(v[i]) == 3)]
pub fn set(v: &mut Vec<u8>, i: usize) {
    v[i] = 3;
}
