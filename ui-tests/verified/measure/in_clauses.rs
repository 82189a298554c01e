//! What a clause in the body calls need not shrink the measure: it is not run.
use bverify_contracts::*;

#[pure]
#[decreases(n)]
#[requires(n < 5)]
pub fn sum(n: u32) -> u32 {
    if n == 0 {
        0
    } else {
        let sum_before = sum(n - 1);
        prove!(sum_before + n == sum(n - 1) + n);
        sum_before + n
    }
}
