//! A type may say when it equals values of another.
use bverify_contracts::*;

pub struct Key {
    id: u8,
    note: u8,
}

impl PartialEq<u8> for Key {
    fn eq(&self, id: &u8) -> bool {
        self.id == *id
    }
}

#[ensures(result == (key == id))]
#[ensures(result != (key != id))]
pub fn is(key: &Key, id: u8) -> bool {
    key.id == id && key.note == 0
}
