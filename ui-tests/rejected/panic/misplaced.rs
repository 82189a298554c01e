//! `on_panic` on a struct.

use bverify_contracts::*;

#[on_panic(true)]
pub struct Counter {
    n: u8,
}

#[ensures(result == c.n)]
pub fn get(c: &Counter) -> u8 {
    c.n
}
