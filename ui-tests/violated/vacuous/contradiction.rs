//! No input satisfies the precondition, so the contract says nothing.

use bverify_contracts::*;

#[requires(x > 3 && x < 3)]
#[ensures(result == 3)]
pub fn three(x: i32) -> i32 {
    x
}
