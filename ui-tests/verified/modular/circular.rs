// flags: --modular --unroll 4
//! A contract is not used to show itself: without a measure, recursion is looked into.
use bverify_contracts::*;

#[requires(n <= 3)]
#[ensures(result == 7)]
pub fn even(n: u8) -> u8 {
    if n == 0 { 7 } else { odd(n - 1) }
}

#[requires(n <= 3)]
#[ensures(result == 7)]
fn odd(n: u8) -> u8 {
    if n == 0 { 7 } else { even(n - 1) }
}
