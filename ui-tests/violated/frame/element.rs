//! One element of a vector.

use bverify_contracts::*;

pub struct Table {
    rows: Vec<u8>,
    used: usize,
}

impl Table {
    #[requires(i < self.rows.len())]
    #[modifies(self.rows[i])]
    pub fn clear(&mut self, i: usize) {
        self.rows[0] = 0;
    }
}
