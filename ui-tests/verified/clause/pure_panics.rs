//! A pure function that panics makes the clause not well defined.

use bverify_contracts::*;

#[pure]
fn checked(n: u32) -> bool {
    assert!(n < 9);
    true
}

#[requires(n < 9)]
#[ensures(checked(result))]
pub fn same(n: u32) -> u32 {
    n
}
