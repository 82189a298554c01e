//! Taken back by a box, the allocation is freed.
use bverify_contracts::*;

#[ensures(result == 3)]
pub fn keep() -> u8 {
    let pointer = Box::into_raw(Box::new(3));
    unsafe { *Box::from_raw(pointer) }
}

#[ensures(result == 3)]
pub fn leak_on_purpose() -> u8 {
    let leaked: &'static mut u8 = Box::leak(Box::new(3));
    unsafe { *(leaked as *mut u8) }
}

#[ensures(result == 3)]
pub fn forget() -> u8 {
    let boxed = Box::new(3);
    let pointer = &raw const *boxed;
    std::mem::forget(boxed);
    unsafe { *pointer }
}

#[check(allow_leaks)]
#[ensures(result == 3)]
pub fn allowed() -> u8 {
    let pointer = Box::into_raw(Box::new(3));
    unsafe { *pointer }
}

#[ensures(unsafe { *result } == 3)]
pub fn given_away() -> *mut u8 {
    let pointer = Box::into_raw(Box::new(1));
    unsafe { *pointer = 3 };
    pointer
}
