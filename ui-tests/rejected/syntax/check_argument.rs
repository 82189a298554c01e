//! `check` does not know the argument.

use bverify_contracts::*;

#[check(scpoe = 3)]
#[ensures(result == 1)]
pub fn one() -> i32 {
    1
}
