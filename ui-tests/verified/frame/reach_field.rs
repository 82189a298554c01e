//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[modifies(self.head.reach(next).key)]
    pub fn clear(&mut self) {
        let mut at = &mut self.head;
        while let Some(node) = at {
            node.key = 0;
            at = &mut node.next;
        }
    }
}
