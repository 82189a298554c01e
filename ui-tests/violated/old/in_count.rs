//! `old` in the closure of `count` and of a sequence's `all`.

use bverify_contracts::*;

#[requires(v.len() == 2)]
#[ensures(count(seq![0, 1], |i| v[i] != old(v[i])) <= 1)]
#[ensures(seq![0, 1].all(|i| v[i] >= old(v[i])))]
pub fn raise(v: &mut [u8]) {
    v[0] = 7;
    v[1] = 7;
}
