//! The smallest number has no opposite.

use bverify_contracts::*;

#[ensures(result >= 0)]
#[ensures(result == x || result == -x)]
pub fn absolute(x: i32) -> i32 {
    if x < 0 { -x } else { x }
}
