//! The `unsafe` is in a private function without a contract, which is a part of its caller.
use bverify_contracts::*;

fn peek(pointer: *mut u8) -> u8 {
    unsafe { *pointer }
}

#[ensures(result == x)]
pub fn through(x: u8) -> u8 {
    peek(Box::into_raw(Box::new(x)))
}
