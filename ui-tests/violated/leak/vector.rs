//! The buffer of a vector is lost as a box is.
use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[ensures(result == x)]
pub fn first(x: u8) -> u8 {
    let mut vector = ManuallyDrop::new(vec![x, 1]);
    unsafe { *vector.as_mut_ptr() }
}
