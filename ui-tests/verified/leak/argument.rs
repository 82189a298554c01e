//! What a reference leads to is still the caller's.
use bverify_contracts::*;

#[ensures(result == *byte)]
pub fn read(byte: &mut u8) -> u8 {
    let pointer = byte as *mut u8;
    unsafe { *pointer }
}

#[ensures(result == *boxed)]
pub fn read_box(boxed: Box<u8>) -> u8 {
    let pointer = Box::into_raw(boxed);
    let boxed = unsafe { Box::from_raw(pointer) };
    *boxed
}
