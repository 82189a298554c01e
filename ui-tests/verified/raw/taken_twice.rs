//! What is taken out of a `ManuallyDrop` is dropped once.
use std::mem::ManuallyDrop;

use bverify_contracts::*;

#[ensures(result == *b)]
pub fn open(b: Box<u32>) -> u32 {
    let mut held = ManuallyDrop::new(b);
    let taken = unsafe { ManuallyDrop::take(&mut held) };
    *taken
}
