//! What a `Drop` does not free, or not always, may be shared: by a count, by a flag, or by one who looks on.
//! And one list may be lent twice.

use bverify_contracts::*;

pub struct Inner {
    count: usize,
    value: u8,
    next: *mut Inner,
}

#[invariant(!self.at.is_null() && self.at.reach(next).len() == 1)]
pub struct Counted {
    at: *mut Inner,
}

impl Drop for Counted {
    #[check(allow_leaks)]
    fn drop(&mut self) {
        unsafe {
            (*self.at).count = (*self.at).count.wrapping_sub(1);
            if (*self.at).count == 0 {
                drop(Box::from_raw(self.at));
            }
        }
    }
}

#[ensures(!same(a.at, b.at))]
pub fn counted(a: &mut Counted, b: &mut Counted) {}

#[invariant(!self.at.is_null() && self.at.reach(next).len() == 1)]
pub struct Maybe {
    at: *mut Inner,
    owns: bool,
}

impl Drop for Maybe {
    #[check(allow_leaks)]
    fn drop(&mut self) {
        if self.owns {
            drop(unsafe { Box::from_raw(self.at) });
        }
    }
}

#[ensures(!same(a.at, b.at))]
pub fn flagged(a: &mut Maybe, b: &mut Maybe) {}

#[invariant(!self.at.is_null() && self.at.reach(next).len() == 1)]
pub struct Handle {
    at: *mut Inner,
}

impl Handle {
    fn new() -> Handle {
        let at = Inner { count: 0, value: 0, next: std::ptr::null_mut() };
        Handle { at: Box::into_raw(Box::new(at)) }
    }
}

#[ensures(!same(a.at, b.at))]
pub fn handles(a: &mut Handle, b: &mut Handle) {}

#[invariant(!self.at.is_null() && self.at.reach(next).len() == 1)]
pub struct Owner {
    at: *mut Inner,
}

impl Drop for Owner {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.at) });
    }
}

#[ensures(!same(a.at, b.at))]
pub fn lent_twice(a: &Owner, b: &Owner) {}

#[ensures(!same(a.at, b.at))]
pub fn looked_at(a: &mut Owner, b: &mut Handle) {}

/// Whoever has a lender does not own.
#[invariant(!self.at.is_null() && self.at.reach(next).len() == 1)]
#[invariant(self.lender.is_null())]
pub struct Lent {
    at: *mut Inner,
    lender: *mut Inner,
}

impl Drop for Lent {
    #[check(allow_leaks)]
    fn drop(&mut self) {
        if self.lender.is_null() {
            drop(unsafe { Box::from_raw(self.at) });
        }
    }
}

#[ensures(!same(a.at, b.at))]
pub fn by_a_pointer(a: &mut Lent, b: &mut Lent) {}
