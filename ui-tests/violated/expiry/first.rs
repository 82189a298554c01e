//! What holds when a returned borrow ends, whatever was written through it.

use bverify_contracts::*;

pub struct Pair {
    a: u32,
    b: u32,
}

impl Pair {
    #[after_expiry(self.a == *result && self.b == old(self.b))]
    #[ensures(*result == old(self.a))]
    pub fn first(&mut self) -> &mut u32 {
        self.b = self.a;
        &mut self.b
    }
}
