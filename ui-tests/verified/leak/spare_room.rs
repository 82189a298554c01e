//! Slots of a vector that hold no element own nothing that could be lost.

use bverify_contracts::*;

#[ensures(v.len() == old(v.len()) + 1)]
pub fn push(v: &mut Vec<Box<u32>>, x: &u32) {
    let p: *const u32 = x;
    v.push(Box::new(unsafe { *p }));
}
