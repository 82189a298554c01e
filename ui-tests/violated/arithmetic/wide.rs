//! Products of 128 bits are exact, and so is the question whether they fit.
use bverify_contracts::*;

#[check(scope = 2)]
#[requires(x <= u64::MAX as u128)]
#[ensures(x == 0 || result / x == x)]
pub fn square(x: u128) -> u128 {
    (x + 1) * x
}
