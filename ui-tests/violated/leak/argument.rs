//! A box that was an argument is the function's to free.
use bverify_contracts::*;

#[ensures(result == *boxed)]
pub fn read(boxed: Box<u8>) -> u8 {
    let pointer = Box::into_raw(boxed);
    unsafe { *pointer }
}
