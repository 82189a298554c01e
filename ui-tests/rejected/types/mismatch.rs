//! Two sides of a comparison have different types.

use bverify_contracts::*;

#[ensures(result == true)]
pub fn one() -> i32 {
    1
}
