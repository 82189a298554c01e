//! What was moved out of a vector, or hidden in it, is not the vector's any more.
use bverify_contracts::*;
use std::collections::HashMap;

#[ensures(true)]
pub fn popped(v: &mut Vec<Box<u8>>) {
    if let Some(last) = v.pop() {
        let last = Box::into_raw(last);
        unsafe { *last = 1 };
    }
}

#[ensures(true)]
pub fn hidden(v: &mut Vec<Box<u8>>) {
    unsafe { v.set_len(0) };
}

#[ensures(true)]
pub fn inside(map: &mut HashMap<u8, Vec<Box<u8>>>) {
    for list in map.values_mut() {
        unsafe { list.set_len(0) };
    }
}

#[ensures(result.len() == 2)]
pub fn too_much() -> Vec<u8> {
    let mut v = vec![1, 2];
    let (first, room) = (v.as_mut_ptr(), v.capacity());
    std::mem::forget(v);
    unsafe { Vec::from_raw_parts(first, 2, room + 1) }
}
