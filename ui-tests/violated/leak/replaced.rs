//! A raw write does not drop what was there: the old box is lost.
use bverify_contracts::*;

pub struct Slot {
    value: Box<u8>,
}

impl Slot {
    #[ensures(*self.value == value)]
    pub fn set(&mut self, value: u8) {
        unsafe { std::ptr::write(&mut self.value, Box::new(value)) }
    }
}
