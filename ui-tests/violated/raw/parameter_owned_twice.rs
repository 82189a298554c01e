//! A type parameter stands for boxes as well: what is read out of a place is there twice.
use bverify_contracts::*;
use std::ptr;

#[ensures(true)]
pub fn duplicate<T>(value: &T) -> T {
    unsafe { ptr::read(value) }
}

#[requires(values.len() > 0)]
#[ensures(true)]
pub fn last<T>(values: &mut Vec<T>) -> T {
    unsafe { ptr::read(values.as_ptr().add(values.len() - 1)) }
}

#[ensures(true)]
pub fn overwrite<T>(slot: &mut T, value: T) {
    unsafe { ptr::write(slot, value) }
}
