//! A clause is a truth value.

use bverify_contracts::*;

#[ensures(result + 1)]
pub fn one() -> i32 {
    1
}
