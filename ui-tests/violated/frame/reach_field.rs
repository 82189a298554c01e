//! A field of every node that is reachable on entry.

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
            node.next = None;
            at = &mut node.next;
        }
    }
}
