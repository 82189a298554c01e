//! What is to be proved fails for zero.

use bverify_contracts::*;

#[requires(x < 100)]
pub fn halve(x: u32) -> u32 {
    let half = x / 2;
    prove!(half < x);
    half
}
