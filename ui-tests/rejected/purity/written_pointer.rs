//! A pure function that writes through a raw pointer.
use bverify_contracts::*;

#[pure]
fn clear(p: *mut u8) -> bool {
    unsafe { *p = 0 };
    true
}

#[requires(!p.is_null())]
#[ensures(clear(p))]
pub unsafe fn zero(p: *mut u8) {}
