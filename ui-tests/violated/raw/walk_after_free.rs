//! The first node may come again later in the list: after it has been freed, the walk meets it.

use bverify_contracts::*;

pub struct Node {
    val: u8,
    next: *mut Node,
}

#[invariant(self.head.reach(next).all(|n| n.val < 9))]
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
