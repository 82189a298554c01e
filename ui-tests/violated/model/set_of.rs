//! A set by a condition.

use bverify_contracts::*;

#[ensures(Set::of(|x: u8| x < n).contains(result))]
#[ensures(Set::of(|x: u8| x < n && x > 250) == set![])]
#[requires(n > 0 && n < 9)]
pub fn below(n: u8) -> u8 {
    n - 0
}
