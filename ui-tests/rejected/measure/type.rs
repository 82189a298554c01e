//! A measure is an integer.

use bverify_contracts::*;

#[decreases(flag)]
pub fn f(flag: bool) -> bool {
    !flag
}
