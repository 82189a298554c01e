//! An invariant that needs the bounds of an impl block.

use bverify_contracts::*;

pub struct Span<T> {
    low: T,
    high: T,
}

#[invariant(self.low <= self.high)]
impl<T: Ord + Copy> Span<T> {
    pub fn widen(&mut self, to: T) {
        if to < self.low {
            self.high = to;
        } else if to > self.high {
            self.high = to;
        }
    }
}
