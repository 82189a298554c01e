//! `transmute`: a room that was not written is seen, and the least byte comes first.

use bverify_contracts::*;
use std::mem::{self, MaybeUninit};

#[ensures(result == [x; 3])]
pub fn filled(x: u8) -> [u8; 3] {
    let mut rooms: [MaybeUninit<u8>; 3] = [const { MaybeUninit::uninit() }; 3];
    for room in rooms.iter_mut().skip(1) {
        room.write(x);
    }
    unsafe { mem::transmute::<[MaybeUninit<u8>; 3], [u8; 3]>(rooms) }
}

#[ensures(result == x.to_be_bytes())]
pub fn bytes(x: u16) -> [u8; 2] {
    unsafe { mem::transmute(x) }
}

#[ensures(result == i16::from_be_bytes(bytes))]
pub fn number(bytes: [u8; 2]) -> i16 {
    unsafe { mem::transmute(bytes) }
}
