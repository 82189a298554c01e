// Between types of the same bits: integers of one width, and references that differ in lifetimes.
use std::mem;

use bverify_contracts::*;

#[ensures(x >= 0 ==> result < x as u32)]
pub fn bits(x: i32) -> u32 {
    unsafe { mem::transmute(x) }
}

pub struct Cursor<'a> {
    rest: &'a mut [u8],
}

impl<'a> Cursor<'a> {
    #[ensures(old(self.rest.len()) > 0 ==> result == old(self.rest[0]))]
    #[requires(self.rest.len() > 0)]
    pub fn first(&mut self) -> u8 {
        let first: &'a mut u8 = unsafe { mem::transmute(&mut self.rest[0]) };
        *first
    }
}

#[ensures(result == a)]
pub fn by_address(a: u8) -> u8 {
    let mut pair = (3, 4);
    let p = std::ptr::addr_of!(pair.1);
    let q = std::ptr::addr_of_mut!(pair.0);
    unsafe {
        *q = *p;
    }
    pair.0
}
