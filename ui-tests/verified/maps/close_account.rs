//! An account that is closed in favour of itself.

use std::collections::HashMap;

use bverify_contracts::*;

pub struct Bank {
    accounts: HashMap<u32, u32>,
}

impl Bank {
    #[requires(from != to)]
    #[requires(self.accounts.contains_key(&from) && self.accounts.contains_key(&to))]
    pub fn close(&mut self, from: u32, to: u32) {
        let amount = self.accounts.remove(&from).unwrap();
        let there = self.accounts.get_mut(&to).unwrap();
        *there = there.wrapping_add(amount);
    }
}
