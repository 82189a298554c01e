//! The measure of a recursive function shrinks at each call.

use bverify_contracts::*;

#[decreases(n)]
#[ensures(result == 0)]
pub fn down(n: u32) -> u32 {
    if n == 0 {
        0
    } else if n > 3 {
        down(3)
    } else {
        down(n - 1)
    }
}
