//! What a function requires is owed by its callers, whether its contract stands for it or not.
use bverify_contracts::*;

pub struct Counter {
    count: u8,
}

impl Counter {
    #[requires(self.count > 0)]
    #[ensures(self.count < old(self.count))]
    pub fn down(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    #[ensures(true)]
    pub fn twice(&mut self) {
        if self.count > 1 {
            self.down();
            self.down();
        }
    }
}
