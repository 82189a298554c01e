//! The twin of the violated case, with the smallest fix.
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
        let _second = Owner { first: Box::into_raw(Box::new(x)) };
    }
    drop(owner);
}
