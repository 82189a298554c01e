//! A function that comes as an argument need not be its own inverse.

use bverify_contracts::*;

#[ensures(result == n)]
pub fn twice<F: Fn(u8) -> u8>(f: F, n: u8) -> u8 {
    f(f(n))
}
