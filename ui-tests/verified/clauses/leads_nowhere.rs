//! The same with a clause that follows none.

use bverify_contracts::*;

pub struct Slot {
    at: std::ptr::NonNull<u8>,
}

impl Slot {
    #[requires(!self.at.as_ptr().is_null())]
    #[ensures(result)]
    pub fn is_set(&self) -> bool {
        true
    }
}
