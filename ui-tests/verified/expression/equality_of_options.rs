//! Equality of a whole asks the equality that a part defines.
use bverify_contracts::*;

pub struct Key(u8, u8);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.0 == other.0
    }
}

#[ensures(result == (Some(a) == Some(b)))]
pub fn equal(a: Key, b: Key) -> bool {
    a.0 == b.0
}
