//! A pointer that may lead nowhere is followed: nothing says that it leads anywhere.

use bverify_contracts::*;

#[shape]
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
