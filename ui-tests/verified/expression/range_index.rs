//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(v.len() > 2)]
#[ensures(result == v[..1].len() + v[1..].len())]
pub fn length(v: &[u8]) -> usize {
    v.len()
}
