//! What a contract makes of a value is no input: there are as many values as it takes, and no window holds
//! what model functions give of them.

use bverify_contracts::*;

pub trait Counter {
    #[model]
    fn count(&self) -> u32;

    #[ensures(self.count() == old(self.count()) + 1)]
    fn step(&mut self);
}

#[requires(c.count() <= 10 && rounds <= 9)]
#[ensures(c.count() < 19)]
pub fn steps<C: Counter>(c: &mut C, rounds: u8) {
    for _ in 0..rounds {
        c.step();
    }
}
