//! The crate `contracts`: an invariant of an impl block holds before and after each method with a receiver.

use contracts::{ensures, invariant, requires};

pub struct Meter {
    value: u32,
    limit: u32,
}

#[invariant(self.value <= self.limit)]
impl Meter {
    pub fn new(limit: u32) -> Self {
        Meter { value: 1, limit }
    }

    #[requires(by <= 10)]
    #[ensures(self.limit == old(self.limit))]
    pub fn raise(&mut self, by: u32) {
        if by <= self.limit - self.value {
            self.value += by;
        }
    }
}
