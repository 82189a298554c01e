//! The vector is dropped by hand.
use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[ensures(result == x)]
pub fn first(x: u8) -> u8 {
    let mut vector = ManuallyDrop::new(vec![x, 1]);
    let first = unsafe { *vector.as_mut_ptr() };
    unsafe { ManuallyDrop::drop(&mut vector) };
    first
}
