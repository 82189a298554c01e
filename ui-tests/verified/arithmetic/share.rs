//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(d != 0)]
#[ensures(result <= n)]
pub fn share(n: u32, d: u32) -> u32 {
    n / d
}
