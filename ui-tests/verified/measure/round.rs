//! `decreases!` in a loop.

use bverify_contracts::*;

#[requires(n <= 5)]
#[ensures(result == 0)]
pub fn run_down(mut n: u32) -> u32 {
    while n > 0 {
        decreases!(n);
        n -= 1;
    }
    n
}
