//! Elements that say themselves when they are equal are asked, also across two states.

use bverify_contracts::*;

pub struct Entry {
    key: u8,
    note: u8,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key == other.key
    }
}

#[ensures(*v == old(*v))]
pub fn forget_notes(v: &mut Vec<Entry>) {
    for entry in v.iter_mut() {
        entry.key = 0;
    }
}
