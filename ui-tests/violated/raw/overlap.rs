use std::ptr;

use bverify_contracts::*;

#[ensures(true)]
pub fn shifted(a: &mut [u32; 3]) {
    let first = a.as_mut_ptr();
    unsafe { ptr::copy_nonoverlapping(first, first.add(1), 2) };
}
