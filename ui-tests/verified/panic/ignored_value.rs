//! A value that is thrown away is computed all the same, and may panic on the way.
use bverify_contracts::*;

#[requires(x > 0)]
#[ensures(result == x)]
pub fn log(x: u8) -> u8 {
    _ = x - 1;
    x
}
