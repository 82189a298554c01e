//! The program reads a ghost field.

use bverify_contracts::*;

#[shape]
pub struct Counter {
    n: u8,
    #[ghost]
    total: u8,
}

impl Counter {
    #[ensures(result >= self.n)]
    pub fn get(&self) -> u8 {
        self.total
    }
}
