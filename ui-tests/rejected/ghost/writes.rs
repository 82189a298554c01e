//! Ghost code that changes a field of the program.

use bverify_contracts::*;

#[shape]
pub struct Counter {
    n: u8,
    #[ghost]
    total: u8,
}

impl Counter {
    #[ensures(self.n == 0)]
    pub fn reset(&mut self) {
        ghost! { self.n = 0; }
    }
}
