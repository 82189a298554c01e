//! `unchanged` compares with the entry.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

impl Node {
    #[ensures(unchanged(self.next))]
    #[ensures(unchanged(self.key, self.next) || self.key == 0)]
    pub fn clear(&mut self) {
        self.key = 0;
        self.next = None;
    }
}
