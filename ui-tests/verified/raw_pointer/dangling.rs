//! A pointer that may lead nowhere is followed only after the invariant has been asked.

use bverify_contracts::*;

#[invariant(self.target.is_null() || *self.target == *self.target)]
pub struct Slot {
    target: *mut u8,
}

impl Slot {
    #[ensures(result == 0 || !self.target.is_null())]
    pub fn read(&self) -> u8 {
        if self.target.is_null() {
            return 0;
        }
        unsafe { *self.target }
    }
}
