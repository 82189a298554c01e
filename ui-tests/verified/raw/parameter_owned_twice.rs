//! A type parameter stands for boxes as well: what is read out of a place is there twice.
use bverify_contracts::*;
use std::ptr;

#[ensures(true)]
pub fn duplicate<T: Copy>(value: &T) -> T {
    unsafe { ptr::read(value) }
}

#[requires(values.len() > 0)]
#[ensures(values.len() + 1 == old(values.len()))]
pub fn last<T>(values: &mut Vec<T>) -> T {
    let last = values.len() - 1;
    unsafe {
        values.set_len(last);
        ptr::read(values.as_ptr().add(last))
    }
}

#[ensures(true)]
pub fn overwrite<T>(slot: &mut T, value: T) -> T {
    unsafe {
        let before = ptr::read(slot);
        ptr::write(slot, value);
        before
    }
}
