//! The divisor may be zero.

use bverify_contracts::*;

#[ensures(result <= n)]
pub fn share(n: u32, d: u32) -> u32 {
    n / d
}
