//! The loop invariant does not hold in the second round.

use bverify_contracts::*;

#[requires(n < 10)]
#[ensures(result == 2 * n)]
pub fn double(n: u32) -> u32 {
    let mut sum = 0;
    let mut round = 0;
    while round < n {
        loop_invariant!(sum == round);
        sum += 2;
        round += 1;
    }
    sum
}
