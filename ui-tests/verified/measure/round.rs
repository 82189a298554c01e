//! A measure of a loop.

use bverify_contracts::*;

#[requires(n <= 5)]
#[ensures(result == 0)]
pub fn run_down(mut n: u32) -> u32 {
    #[decreases(n)]
    #[loop_invariant(n <= 5)]
    while n > 0 {
        n -= 1;
    }
    n
}
