//! `old` inside a quantifier over a range, with the bound variable.

use bverify_contracts::*;

#[requires(i < v.len())]
#[ensures((0..v.len()).all(|j| j == i || v[j] == old(v[j])))]
#[ensures((0..v.len()).any(|j| v[j] != old(v[j])) || old(v[i]) == 3)]
pub fn set(v: &mut Vec<u8>, i: usize) {
    v[0] = 3;
}
