//! The twin of the violated case, with the smallest fix.

use std::collections::HashMap;

use bverify_contracts::*;

pub struct Cache {
    entries: HashMap<u8, u8>,
}

impl Cache {
    #[ensures(self.entries.map() == old(self.entries.map()).insert(key, value))]
    pub fn put(&mut self, key: u8, value: u8) {
        self.entries.insert(key, value);
    }
}
