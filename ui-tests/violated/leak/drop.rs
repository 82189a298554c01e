//! `drop` frees the first node and forgets the second.
use bverify_contracts::*;

pub struct Node {
    next: *mut Node,
}

#[invariant(at_most_two(self.head))]
pub struct Pair {
    head: *mut Node,
}

#[pure]
fn at_most_two(head: *mut Node) -> bool {
    if head.is_null() {
        return true;
    }
    let next = unsafe { (*head).next };
    next.is_null() || unsafe { (*next).next.is_null() }
}

impl Drop for Pair {
    #[requires(!self.head.is_null())]
    fn drop(&mut self) {
        unsafe { drop(Box::from_raw(self.head)) }
    }
}
