//! A precondition may rely on those before it.

use bverify_contracts::*;

#[requires(d < 9)]
#[requires(n / d < 4)]
#[ensures(result < 4)]
pub fn divide(n: u32, d: u32) -> u32 {
    if d == 0 { 0 } else { n / d }
}
