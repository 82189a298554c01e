//! The largest number has no successor.

use bverify_contracts::*;

#[ensures(result > x)]
pub fn increment(x: u8) -> u8 {
    x + 1
}
