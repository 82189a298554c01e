//! `result` in a precondition.

use bverify_contracts::*;

#[requires(result > 0)]
pub fn half(n: u8) -> u8 {
    n / 2
}
