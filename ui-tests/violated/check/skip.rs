//! A function with `check(skip)` is not checked.

use bverify_contracts::*;

#[check(scope = 2)]
#[ensures(result > n)]
pub fn wrong(n: u32) -> u32 {
    n
}

#[ensures(result == n)]
pub fn right(n: u32) -> u32 {
    n
}
