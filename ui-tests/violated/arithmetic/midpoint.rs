//! The sum of two indices may overflow.

use bverify_contracts::*;

#[requires(low <= high)]
#[ensures(low <= result && result <= high)]
pub fn midpoint(low: usize, high: usize) -> usize {
    (low + high) / 2
}
