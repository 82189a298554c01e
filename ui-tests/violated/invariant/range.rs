//! The lower end passes the upper one.

use bverify_contracts::*;

#[invariant(self.low <= self.high)]
pub struct Range {
    low: i32,
    high: i32,
}

impl Range {
    pub fn raise(&mut self, low: i32) {
        self.low = low;
    }

    #[ensures(result ==> self.low <= x)]
    pub fn contains(&self, x: i32) -> bool {
        self.low <= x && x <= self.high
    }
}
