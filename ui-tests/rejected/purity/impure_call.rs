//! A clause calls a function that changes something.

use bverify_contracts::*;

pub struct Meter {
    count: u32,
}

impl Meter {
    fn bump(&mut self) -> u32 {
        self.count = 1;
        self.count
    }

    #[ensures(self.bump() == 1)]
    pub fn start(&mut self) {
        self.count = 0;
    }
}
