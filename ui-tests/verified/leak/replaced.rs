//! An assignment drops what was there, and a raw write after a raw read has it in hand.
use bverify_contracts::*;

pub struct Slot {
    value: Box<u8>,
}

impl Slot {
    #[ensures(*self.value == value)]
    pub fn set(&mut self, value: u8) {
        unsafe { *(&raw mut self.value) = Box::new(value) }
    }

    #[ensures(*self.value == value)]
    pub fn set_by_hand(&mut self, value: u8) -> Box<u8> {
        unsafe {
            let old = std::ptr::read(&self.value);
            std::ptr::write(&mut self.value, Box::new(value));
            old
        }
    }
}
