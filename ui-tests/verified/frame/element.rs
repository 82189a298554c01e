//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Table {
    rows: Vec<u8>,
    used: usize,
}

impl Table {
    #[requires(i < self.rows.len())]
    #[modifies(self.rows[i])]
    pub fn clear(&mut self, i: usize) {
        self.rows[i] = 0;
    }
}
