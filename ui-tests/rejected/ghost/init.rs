//! A ghost field whose argument is misspelt.

use bverify_contracts::*;

#[shape]
pub struct Counter {
    n: u8,
    #[ghost(initial = 0)]
    total: u8,
}

#[ensures(result == c.n)]
pub fn get(c: &Counter) -> u8 {
    c.n
}
