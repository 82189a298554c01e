//! Several clauses of a kind: postconditions are joined, panics are alternatives.

use bverify_contracts::*;

#[requires(n < 10)]
#[requires(n > 2)]
#[ensures(result > 1)]
#[ensures(result < 9)]
#[panics(n == 4)]
#[panics(n == 6)]
pub fn pick(n: u32) -> u32 {
    assert!(n != 4 && n != 6);
    n - 1
}
