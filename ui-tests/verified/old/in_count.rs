//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(v.len() == 2)]
#[ensures(count(seq![0, 1], |i| v[i] != old(v[i])) <= 1)]
#[ensures(seq![0, 1].all(|i| v[i] >= old(v[i])))]
pub fn raise(v: &mut [u8]) {
    if v[0] < 7 {
        v[0] = 7;
    }
}
