//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(low <= high)]
#[ensures(low <= result && result <= high)]
pub fn midpoint(low: usize, high: usize) -> usize {
    low + (high - low) / 2
}
