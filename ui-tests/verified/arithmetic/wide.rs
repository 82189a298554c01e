//! Products of 128 bits are exact, and so is the question whether they fit.
use bverify_contracts::*;

#[check(scope = 2)]
#[requires(x <= u64::MAX as u128)]
#[ensures(x == 0 || result / x == x)]
pub fn square(x: u128) -> u128 {
    x * x
}

#[ensures(result == Some(x) || x == i128::MIN || y != 1)]
#[ensures((x == i128::MIN && y == -1) ==> result.is_none())]
pub fn product(x: i128, y: i128) -> Option<i128> {
    x.checked_mul(y)
}

#[requires(by < 128)]
#[ensures(result.trailing_zeros() == by)]
pub fn power(by: u32) -> u128 {
    1u128 << by
}
