//! A function that comes as an argument is the same each time.

use bverify_contracts::*;

#[ensures(f(n) == n ==> result == n)]
pub fn twice<F: Fn(u8) -> u8>(f: F, n: u8) -> u8 {
    f(f(n))
}
