//! A quantifier without a closure.

use bverify_contracts::*;

#[ensures(forall(n > 0))]
pub fn half(n: u8) -> u8 {
    n / 2
}
