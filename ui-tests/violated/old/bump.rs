//! The count grows by too much.

use bverify_contracts::*;

pub struct Meter {
    pub count: u32,
}

impl Meter {
    #[requires(self.count < 1000)]
    #[ensures(self.count == old(self.count) + 1)]
    pub fn bump(&mut self) {
        self.count += 2;
    }
}
