//! An array of rooms seen as what it is room for: pointers and slices go from element to element.
use bverify_contracts::*;
use std::mem::MaybeUninit;

#[ensures(result == x)]
pub fn through_slice(x: u8) -> u8 {
    let mut room: [MaybeUninit<u8>; 2] = [MaybeUninit::new(0); 2];
    let bytes = unsafe { std::slice::from_raw_parts_mut(room.as_mut_ptr() as *mut u8, 2) };
    bytes[1] = x;
    bytes[1]
}

#[ensures(result == x)]
pub fn second(x: u8) -> u8 {
    let mut room: [MaybeUninit<u8>; 2] = [MaybeUninit::uninit(); 2];
    let first = room.as_mut_ptr() as *mut u8;
    unsafe {
        first.add(1).write(x);
        *first.add(1)
    }
}

#[ensures(result == x)]
pub fn from_the_end(x: u8) -> u8 {
    let mut room: [MaybeUninit<u8>; 2] = [MaybeUninit::new(x); 2];
    let first = room.as_mut_ptr() as *mut u8;
    unsafe {
        let end = first.add(2);
        *end.sub(2)
    }
}
