//! An assertion may fail.

use bverify_contracts::*;

#[ensures(result > 0)]
pub fn distance(a: u32, b: u32) -> u32 {
    assert!(a < b);
    b - a
}
