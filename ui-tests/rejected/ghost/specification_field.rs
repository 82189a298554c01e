//! The program does not have specification fields.
use bverify_contracts::*;

#[spec_field(total: Int = self.a + self.b)]
pub struct Pair {
    a: u8,
    b: u8,
}

impl Pair {
    #[ensures(result ==> self.total > 3)]
    pub fn is_large(&self) -> bool {
        self.total > 3
    }
}
