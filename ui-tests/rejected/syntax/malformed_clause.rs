//! A clause that is not an expression.

use bverify_contracts::*;

#[ensures(result == )]
pub fn one() -> i32 {
    1
}
