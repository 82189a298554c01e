//! The allocation is lost: the raw pointer was all that led to it.
use bverify_contracts::*;

#[ensures(result == 3)]
pub fn lose() -> u8 {
    let pointer = Box::into_raw(Box::new(3));
    unsafe { *pointer }
}
