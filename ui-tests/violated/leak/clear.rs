//! `clear` frees the first node only.
use bverify_contracts::*;
use std::ptr::NonNull;

pub struct Node {
    next: Option<NonNull<Node>>,
}

#[invariant(self.head.is_none() || acyclic(self.head))]
pub struct Stack {
    head: Option<NonNull<Node>>,
}

#[pure]
fn acyclic(head: Option<NonNull<Node>>) -> bool {
    let mut left = 3;
    let mut at = head;
    while let Some(node) = at {
        if left == 0 {
            return false;
        }
        left -= 1;
        at = unsafe { node.as_ref().next };
    }
    true
}

impl Stack {
    #[ensures(self.head.is_none())]
    pub fn clear(&mut self) {
        if let Some(first) = self.head.take() {
            unsafe { drop(Box::from_raw(first.as_ptr())) };
        }
    }
}
