//! What is freed was allocated with another size.
use bverify_contracts::*;
use std::mem::ManuallyDrop;

#[ensures(true)]
pub fn length_as_capacity(values: Vec<u8>) -> Vec<u8> {
    let mut values = ManuallyDrop::new(values);
    let (first, len) = (values.as_mut_ptr(), values.len());
    unsafe { Vec::from_raw_parts(first, len, len) }
}

#[ensures(true)]
pub fn slice_of_a_part(values: Vec<u8>) -> Box<[u8]> {
    let values = values.leak();
    unsafe { Box::from_raw(values as *mut [u8]) }
}

#[ensures(true)]
pub fn element_of_two() {
    let mut values = ManuallyDrop::new(vec![1_u8, 2]);
    unsafe { drop(Box::from_raw(values.as_mut_ptr())) }
}
