//! A clause drops nothing, so the owner that `get` makes would be counted from then on.
use std::rc::Rc;

use bverify_contracts::*;

pub struct Shared {
    value: Rc<u8>,
}

impl Shared {
    fn get(&self) -> Rc<u8> {
        Rc::clone(&self.value)
    }

    #[ensures(*self.get() == *self.value)]
    #[ensures(Rc::strong_count(&self.value) == old(Rc::strong_count(&self.value)) + 1)]
    pub fn look(&self) {}
}
