//! The helper takes the box back.
use bverify_contracts::*;

fn take(pointer: *mut u8) -> u8 {
    unsafe { *Box::from_raw(pointer) }
}

#[ensures(result == x)]
pub fn through(x: u8) -> u8 {
    take(Box::into_raw(Box::new(x)))
}
