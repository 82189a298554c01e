//! Ghost code has variables and branches of its own.

use bverify_contracts::*;

#[shape]
pub struct Gauge {
    level: u8,
    #[ghost(init = 0)]
    highest: u8,
}

impl Gauge {
    #[ensures(self.highest >= level && self.highest >= old(self.highest))]
    pub fn set(&mut self, level: u8) {
        self.level = level;
        ghost! {
            let now = level;
            if now < self.highest {
                self.highest = now;
            }
        }
    }
}
