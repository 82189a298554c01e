//! Two boxes of one allocation end its life twice.
use bverify_contracts::*;

pub struct Owner {
    first: *mut i32,
}

impl Drop for Owner {
    fn drop(&mut self) {
        unsafe {
            drop(Box::from_raw(self.first));
        }
    }
}

#[ensures(true)]
pub fn copies(x: i32) {
    let owner = Owner { first: Box::into_raw(Box::new(x)) };
    if x > 2 {
        let _second = Owner { first: owner.first };
    }
}
