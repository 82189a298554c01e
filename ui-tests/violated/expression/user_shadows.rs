//! A function of the user's shadows a built-in name.

use bverify_contracts::*;

#[pure]
fn sorted(n: u8) -> bool {
    n > 3
}

#[ensures(sorted(result))]
pub fn four() -> u8 {
    3
}
