//! Pure functions of the crate may be called in clauses.

use bverify_contracts::*;

#[pure]
fn is_even(n: u32) -> bool {
    n % 2 == 0
}

#[ensures(is_even(result))]
pub fn round(n: u32) -> u32 {
    n - n % 3
}
