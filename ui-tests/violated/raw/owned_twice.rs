use std::ptr;

use bverify_contracts::*;

#[ensures(true)]
pub fn copied(b: Box<u32>) -> Box<u32> {
    unsafe { ptr::read(&b) }
}

#[ensures(true)]
pub fn shared(b: &Box<u32>) -> Box<u32> {
    unsafe { ptr::read(b) }
}

#[ensures(true)]
pub fn foreign(x: &mut u32) {
    drop(unsafe { Box::from_raw(x) });
}

#[ensures(true)]
pub fn kept(v: &mut Vec<Box<u32>>) {
    if let Some(first) = v.first() {
        drop(unsafe { ptr::read(first) });
    }
}

#[may_panic(v.len() > 0)]
#[ensures(true)]
pub fn unwinds(v: &mut Vec<Box<u32>>) {
    if let Some(first) = v.first() {
        let _second = unsafe { ptr::read(first) };
        panic!();
    }
}
