//! A clause that follows a pointer says nothing of one that leads nowhere: where it is checked, the process stops.

use bverify_contracts::*;

pub struct Slot {
    at: std::ptr::NonNull<u8>,
}

impl Slot {
    #[requires(unsafe { *self.at.as_ref() } > 0)]
    #[ensures(result)]
    pub fn is_set(&self) -> bool {
        true
    }
}
