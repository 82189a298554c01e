//! A list of boxes with a raw pointer to its last node: `push` moves it.
use bverify_contracts::*;

pub struct Node {
    value: u8,
    next: Option<Box<Node>>,
}

#[invariant(same(self.head.chain(next).last(), self.tail))]
pub struct Queue {
    head: Option<Box<Node>>,
    tail: *mut Node,
}

impl Queue {
    #[ensures(self.head.chain(next).len() == old(self.head.chain(next).len()) + 1)]
    pub fn push(&mut self, value: u8) {
        let mut node = Box::new(Node { value, next: None });
        let raw: *mut Node = &mut *node;
        if self.tail.is_null() {
            self.head = Some(node);
        } else {
            unsafe { (*self.tail).next = Some(node) };
        }
        self.tail = raw;
    }
}
