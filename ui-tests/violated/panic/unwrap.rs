//! There may be nothing to unwrap.

use bverify_contracts::*;

#[ensures(x == Some(result))]
pub fn first(x: Option<i32>) -> i32 {
    x.unwrap()
}
