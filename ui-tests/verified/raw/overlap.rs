use std::ptr;

use bverify_contracts::*;

#[ensures(a[1] == old(a[0]) && a[2] == old(a[1]))]
pub fn shifted(a: &mut [u32; 3]) {
    let first = a.as_mut_ptr();
    unsafe { ptr::copy(first, first.add(1), 2) };
}

#[ensures(a[2] == a[0] && a[3] == a[1])]
pub fn doubled(a: &mut [u32; 4]) {
    let first = a.as_mut_ptr();
    unsafe { ptr::copy_nonoverlapping(first, first.add(2), 2) };
}
