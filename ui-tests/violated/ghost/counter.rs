//! A ghost field that counts: the update is forgotten.

use bverify_contracts::*;

#[invariant(self.n == self.pushes)]
pub struct Counter {
    n: u8,
    #[ghost(init = 0)]
    pushes: u8,
}

impl Counter {
    #[ensures(result.pushes == 0)]
    pub fn new() -> Counter {
        Counter { n: 0 }
    }

    #[requires(self.n < 200)]
    #[ensures(self.pushes == old(self.pushes) + 1)]
    pub fn push(&mut self) {
        self.n += 1;
    }
}
