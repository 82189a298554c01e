//! A pointer that may be null is followed.

use bverify_contracts::*;

#[invariant(self.target.is_null() || *self.target == *self.target)]
pub struct Slot {
    target: *mut u8,
}

impl Slot {
    #[ensures(true)]
    pub fn read(&self) -> u8 {
        unsafe { *self.target }
    }
}
