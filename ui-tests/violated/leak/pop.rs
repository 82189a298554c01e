//! `pop` unlinks the first node and does not free it.
use bverify_contracts::*;

pub struct Node {
    value: u8,
    next: *mut Node,
}

#[invariant(ends(self.head))]
pub struct Stack {
    head: *mut Node,
}

/// Whether the nodes from here on are valid, and at most three.
#[pure]
fn ends(head: *mut Node) -> bool {
    let mut left = 3;
    let mut at = head;
    while !at.is_null() {
        if left == 0 {
            return false;
        }
        left -= 1;
        at = unsafe { (*at).next };
    }
    true
}

impl Stack {
    fn push(&mut self, value: u8) {
        let next = self.head;
        self.head = Box::into_raw(Box::new(Node { value, next }));
    }

    #[ensures(result.is_none() ==> old(self.head).is_null())]
    pub fn pop(&mut self) -> Option<u8> {
        if self.head.is_null() {
            return None;
        }
        unsafe {
            let node = self.head;
            self.head = (*node).next;
            Some((*node).value)
        }
    }
}
