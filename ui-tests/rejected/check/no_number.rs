//! A bound is a number.

use bverify_contracts::*;

#[check(scope)]
pub fn f(n: u32) -> u32 {
    n
}
