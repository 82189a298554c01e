//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(result.len() == v.len() && (0..v.len()).all(|i| result[i] == v[v.len() - 1 - i]))]
pub fn reversed(v: Vec<u8>) -> Vec<u8> {
    let mut v = v;
    v.reverse();
    v
}
