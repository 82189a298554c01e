//! The old elements are dropped.

use bverify_contracts::*;

pub struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

#[invariant(self.len == self.head.reach(next).len())]
pub struct Stack {
    head: Option<Box<Node>>,
    len: usize,
}

impl Stack {
    #[ensures(self.len == old(self.len) + 1)]
    pub fn push(&mut self, x: i32) {
        let next = None;
        self.head = Some(Box::new(Node { elem: x, next }));
        self.len += 1;
    }
}
