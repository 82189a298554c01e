//! The twin of the violated case.

use bverify_contracts::*;

pub struct Range {
    low: u32,
    high: u32,
}

#[invariant(self.low < self.high)]
impl Range {}

impl Range {
    #[requires(n < 10)]
    #[requires(self.high == n)]
    #[requires(self.low < n)]
    #[ensures(result > 0)]
    pub fn pick(&self, n: u32) -> u32 {
        n
    }
}
