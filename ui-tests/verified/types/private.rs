//! A private function checks invariants only if it says so.

use bverify_contracts::*;

#[invariant(self.n < 5)]
pub struct Small {
    n: u32,
}

impl Small {
    #[check(scope = 2)]
    fn break_it(&mut self) {
        self.n = 9;
    }
}
