//! What is freed was allocated with the same size.
use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[ensures(result.len() == old(values.len()))]
pub fn length_as_capacity(values: Vec<u8>) -> Vec<u8> {
    let mut values = ManuallyDrop::new(values);
    let (first, len, capacity) = (values.as_mut_ptr(), values.len(), values.capacity());
    unsafe { Vec::from_raw_parts(first, len, capacity) }
}

#[ensures(result.len() == old(values.len()))]
pub fn slice_of_a_part(values: Vec<u8>) -> Box<[u8]> {
    let values = Box::leak(values.into_boxed_slice());
    unsafe { Box::from_raw(values as *mut [u8]) }
}

#[ensures(true)]
pub fn element_of_two() {
    let mut values = ManuallyDrop::new(vec![1_u8].into_boxed_slice());
    unsafe { drop(Box::from_raw(values.as_mut_ptr())) }
}
