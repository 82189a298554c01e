//! `pub(crate)` in the root of a crate is visible outside as well: such a function keeps the invariant.
use bverify_contracts::*;

#[invariant(self.0 < 10)]
pub struct Digit(u8);

impl Digit {
    pub(crate) fn next(&mut self) {
        self.0 = if self.0 == 10 { 0 } else { self.0 + 1 };
    }

    fn clear(&mut self) {
        self.0 = 10;
    }

    pub fn reset(&mut self) {
        self.clear();
        self.0 = 0;
    }
}
