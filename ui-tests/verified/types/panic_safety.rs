//! With `panic_safety`, an invariant holds when a panic leaves the function.

use bverify_contracts::*;

#[invariant(self.low <= self.high)]
pub struct Range {
    low: u32,
    high: u32,
}

impl Range {
    #[check(panic_safety)]
    #[may_panic(true)]
    pub fn shift(&mut self, by: u32) {
        let high = self.high + by;
        self.low += by;
        self.high = high;
    }
}
