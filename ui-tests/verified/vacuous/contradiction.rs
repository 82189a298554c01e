//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(x > 2 && x < 4)]
#[ensures(result == 3)]
pub fn three(x: i32) -> i32 {
    x
}
