//! The largest sum is left out.

use bverify_contracts::*;

#[ensures(exists(|(i, j): (usize, usize)| i < j && j < v.len() && v[i] == v[j]) <==> result)]
pub fn has_twins(v: &[u8]) -> bool {
    for i in 0..v.len() {
        for j in 0..i {
            if v[i] == v[j] {
                return true;
            }
        }
    }
    false
}

#[ensures(forall(|(a, b): (u8, u8)| a < 4 && b < n ==> a + b < 5))]
#[requires(n < 4)]
pub fn sums(n: u8) {}
