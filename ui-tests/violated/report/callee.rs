//! A helper of a helper asserts what the caller does not promise.

use bverify_contracts::*;

fn half(x: u32) -> u32 {
    assert!(x % 2 == 0);
    x / 2
}

fn quarter(x: u32) -> u32 {
    half(half(x))
}

#[requires(x < 8 && x % 2 == 0)]
#[ensures(result <= x)]
pub fn shrink(x: u32) -> u32 {
    quarter(x)
}
