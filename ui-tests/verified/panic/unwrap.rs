//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[panics(x.is_none())]
#[ensures(x == Some(result))]
pub fn first(x: Option<i32>) -> i32 {
    x.unwrap()
}
