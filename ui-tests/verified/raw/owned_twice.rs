use std::mem;
use std::ptr;

use bverify_contracts::*;

#[ensures(*result == *b)]
pub fn copied(b: Box<u32>) -> Box<u32> {
    let copy = unsafe { ptr::read(&b) };
    mem::forget(b);
    copy
}

#[ensures(*result == **b)]
pub fn shared(b: &Box<u32>) -> Box<u32> {
    b.clone()
}

#[ensures(true)]
pub fn foreign(x: &mut u32) {
    drop(unsafe { Box::from_raw(Box::into_raw(Box::new(*x))) });
}

#[ensures(true)]
pub fn kept(v: &mut Vec<Box<u32>>) {
    if v.len() == 1 {
        unsafe { v.set_len(0) };
        drop(unsafe { ptr::read(v.as_ptr()) });
    }
}

#[may_panic(v.len() > 0)]
#[ensures(true)]
pub fn unwinds(v: &mut Vec<Box<u32>>) {
    if let Some(first) = v.first() {
        let _second = mem::ManuallyDrop::new(unsafe { ptr::read(first) });
        panic!();
    }
}
