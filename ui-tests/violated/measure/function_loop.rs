//! A function without recursion shrinks its measure in its loop.

use bverify_contracts::*;

pub struct Node {
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
    count: u32,
}

impl List {
    #[decreases(self.count)]
    #[ensures(self.head.is_none())]
    pub fn clear(&mut self) {
        while let Some(node) = self.head.take() {
            self.head = node.next;
        }
    }
}
