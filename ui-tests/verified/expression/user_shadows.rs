//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[pure]
fn sorted(n: u8) -> bool {
    n > 3
}

#[ensures(sorted(result))]
pub fn four() -> u8 {
    4
}
