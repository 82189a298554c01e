//! What a walk meets after a node has been freed is judged by the nodes that it meets, not by that one.

use bverify_contracts::*;

pub struct Node {
    val: u8,
    next: *mut Node,
}

#[invariant(self.head.reach(next).all(|n| n.val < 9))]
#[invariant(!self.head.reach(next).any(|n| n.reach1(next).any(|m| same(m, n))))]
pub struct Queue {
    head: *mut Node,
}

impl Queue {
    pub fn pop(&mut self) -> Option<u8> {
        if self.head.is_null() {
            return None;
        }
        let first = unsafe { Box::from_raw(self.head) };
        self.head = first.next;
        Some(first.val)
    }
}
