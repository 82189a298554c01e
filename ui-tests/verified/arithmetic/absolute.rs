//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(x > i32::MIN)]
#[ensures(result >= 0)]
#[ensures(result == x || result == -x)]
pub fn absolute(x: i32) -> i32 {
    if x < 0 { -x } else { x }
}
