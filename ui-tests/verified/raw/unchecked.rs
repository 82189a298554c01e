use std::hint;
use std::ptr::NonNull;
use std::slice;

use bverify_contracts::*;

#[requires(b.is_some())]
#[may_panic(true)]
#[ensures(true)]
pub fn quotient(a: u8, b: Option<u8>) -> u8 {
    a / unsafe { b.unwrap_unchecked() }
}

#[requires(a != 0)]
#[ensures(true)]
pub fn sign(a: i8) -> i8 {
    match a {
        1.. => 1,
        ..=-1 => -1,
        _ => unsafe { hint::unreachable_unchecked() },
    }
}

#[ensures(true)]
pub fn nowhere(x: &mut u8) -> NonNull<u8> {
    unsafe { NonNull::new_unchecked(x) }
}

#[requires(v.len() > 0)]
#[ensures(result == v[v.len() - 1])]
pub fn last(v: &[u8]) -> u8 {
    unsafe { *v.get_unchecked(v.len().wrapping_sub(1)) }
}

#[requires(n <= 3)]
#[ensures(result == n)]
pub fn beyond(a: &[u8; 3], n: usize) -> usize {
    unsafe { slice::from_raw_parts(a.as_ptr(), n) }.len()
}

#[requires(v.len() > 0)]
#[ensures(v.len() == old(v.len()) - 1)]
pub fn longer(v: &mut Vec<u8>) {
    let len = v.len() - 1;
    unsafe { v.set_len(len) };
}
