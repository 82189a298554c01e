// flags: --modular
//! What a callee may change, it may change to anything that its contract allows.
use bverify_contracts::*;

pub struct Counter {
    count: u32,
    limit: u32,
}

impl Counter {
    #[ensures(self.count <= self.limit)]
    fn clip(&mut self) {
        self.count = self.count.min(self.limit);
    }

    #[ensures(self.limit == old(self.limit))]
    pub fn settle(&mut self) {
        self.clip();
    }
}
