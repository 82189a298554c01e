//! A module without a file.

use bverify_contracts::*;

mod nowhere;

#[ensures(result == 1)]
pub fn one() -> i32 {
    1
}
