//! A function of another language has no body to look at.

use bverify_contracts::*;

unsafe extern "C" {
    fn abs(x: i32) -> i32;
}

#[requires(x > i32::MIN)]
#[ensures(result >= 0)]
pub fn absolute(x: i32) -> i32 {
    unsafe { abs(x) }
}
