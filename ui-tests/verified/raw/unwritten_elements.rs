//! A vector that is given away has all of its elements.
use bverify_contracts::*;
use std::mem::MaybeUninit;

#[ensures(result.len() == 2)]
pub fn never_written() -> Vec<MaybeUninit<u8>> {
    let mut values = Vec::with_capacity(2);
    unsafe { values.set_len(2) }
    values
}

#[ensures(values.len() == old(values.len()) + 1)]
pub fn one_too_many(values: &mut Vec<u16>) {
    values.reserve(1);
    let len = values.len();
    unsafe {
        values.as_mut_ptr().add(len).write(7);
        values.set_len(len + 1)
    }
}
