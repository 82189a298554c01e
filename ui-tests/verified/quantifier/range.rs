//! A range whose bound the precondition limits.

use bverify_contracts::*;

#[requires(n < 6)]
#[ensures((0..n).all(|i| i < result) && (0..=n).any(|i| i == result))]
pub fn last(n: usize) -> usize {
    n
}
