//! Ghost fields are not modelled yet.

use bverify_contracts::*;

#[shape]
pub struct Counter {
    n: u32,
    #[ghost]
    total: u32,
}

#[ensures(result == c.n)]
pub fn f(c: &Counter) -> u32 {
    c.n
}
