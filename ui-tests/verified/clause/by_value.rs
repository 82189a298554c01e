//! In a postcondition, a by-value parameter means its value on entry.

use bverify_contracts::*;

#[requires(n < 100)]
#[ensures(result == n + 1)]
pub fn next(mut n: u32) -> u32 {
    n += 1;
    n
}
