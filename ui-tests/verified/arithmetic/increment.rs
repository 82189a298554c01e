//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(x < u8::MAX)]
#[ensures(result > x)]
pub fn increment(x: u8) -> u8 {
    x + 1
}
