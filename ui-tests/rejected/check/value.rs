//! `skip` takes no value.

use bverify_contracts::*;

#[check(skip = 3)]
pub fn f(n: u32) -> u32 {
    n
}
