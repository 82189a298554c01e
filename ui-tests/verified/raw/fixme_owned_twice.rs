//! FIXME: the caller gets what the function has dropped, or frees what is another's; these should be `violated`.
use std::ptr;

use bverify_contracts::*;

#[ensures(true)]
pub fn copied(b: Box<u32>) -> Box<u32> {
    unsafe { ptr::read(&b) }
}

#[ensures(true)]
pub fn foreign(x: &mut u32) {
    drop(unsafe { Box::from_raw(x) });
}
