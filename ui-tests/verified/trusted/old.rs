//! In the contract of a trusted function, `old` is the state before the call.

use bverify_contracts::*;

pub struct Counter {
    n: u32,
    m: u32,
}

impl Counter {
    #[trusted]
    #[modifies(self.n)]
    #[ensures(self.n > old(self.n))]
    fn step(&mut self) {
        self.n += 1;
    }

    #[requires(self.n < 5)]
    #[ensures(self.n > old(self.n) + 1)]
    #[ensures(self.m == old(self.m))]
    pub fn two_steps(&mut self) {
        self.step();
        self.step();
    }
}
