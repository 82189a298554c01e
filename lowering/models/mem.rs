//! `std::mem`.

use crate::intrinsics;

pub fn replace<T>(dest: &mut T, src: T) -> T {
    let old = intrinsics::read(dest);
    intrinsics::write(dest, src);
    old
}

pub fn swap<T>(a: &mut T, b: &mut T) {
    let first = intrinsics::read(a);
    let second = intrinsics::read(b);
    intrinsics::write(a, second);
    intrinsics::write(b, first);
}

pub fn take<T: Default>(dest: &mut T) -> T {
    replace(dest, T::default())
}

/// Room for a value; whether there is one is not known to it.
#[lang = "MaybeUninit"]
pub struct MaybeUninit<T> {
    value: T,
}

pub fn drop<T>(value: T) {}

pub fn forget<T>(value: T) {
    intrinsics::forget(value)
}
