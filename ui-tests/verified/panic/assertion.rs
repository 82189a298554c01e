//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(a < b)]
#[ensures(result > 0)]
pub fn distance(a: u32, b: u32) -> u32 {
    assert!(a < b);
    b - a
}
