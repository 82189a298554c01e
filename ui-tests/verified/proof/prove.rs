//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(x > 0)]
pub fn halve(x: u32) -> u32 {
    let half = x / 2;
    prove!(half < x);
    half
}
