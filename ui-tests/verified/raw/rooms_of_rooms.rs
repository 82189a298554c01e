//! Room for nothing but room is there before anything is written.
use bverify_contracts::*;
use std::mem::MaybeUninit;

pub struct Rooms {
    slots: [MaybeUninit<u8>; 2],
    len: usize,
}

#[ensures(result.len == 0)]
pub fn empty() -> Rooms {
    Rooms { slots: unsafe { MaybeUninit::uninit().assume_init() }, len: 0 }
}

#[ensures(result == 1)]
pub fn first() -> u8 {
    let mut slots: [MaybeUninit<u8>; 2] = unsafe { MaybeUninit::uninit().assume_init() };
    slots[0].write(1);
    unsafe { slots[0].assume_init() }
}

#[ensures(result == 3)]
pub fn element() -> u8 {
    let mut slots: Vec<MaybeUninit<u8>> = Vec::with_capacity(2);
    unsafe { slots.set_len(2) }
    slots[0].write(3);
    unsafe { slots[0].assume_init() }
}

#[requires(at < N)]
#[ensures(result == values[at])]
pub fn of_some_length<const N: usize>(values: &[u8; N], at: usize) -> u8 {
    unsafe { *values.as_ptr().add(at) }
}
