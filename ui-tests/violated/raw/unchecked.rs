use std::hint;
use std::ptr::{self, NonNull};
use std::slice;

use bverify_contracts::*;

#[may_panic(true)]
#[ensures(true)]
pub fn quotient(a: u8, b: Option<u8>) -> u8 {
    a / unsafe { b.unwrap_unchecked() }
}

#[ensures(true)]
pub fn sign(a: i8) -> i8 {
    match a {
        1.. => 1,
        ..=-1 => -1,
        _ => unsafe { hint::unreachable_unchecked() },
    }
}

#[ensures(true)]
pub fn nowhere() -> NonNull<u8> {
    unsafe { NonNull::new_unchecked(ptr::null_mut()) }
}

#[ensures(true)]
pub fn last(v: &[u8]) -> u8 {
    unsafe { *v.get_unchecked(v.len().wrapping_sub(1)) }
}

#[ensures(true)]
pub fn beyond(a: &[u8; 3], n: usize) -> usize {
    unsafe { slice::from_raw_parts(a.as_ptr(), n) }.len()
}

#[ensures(true)]
pub fn longer(v: &mut Vec<u8>) {
    let len = v.len() + 1;
    unsafe { v.set_len(len) };
}
