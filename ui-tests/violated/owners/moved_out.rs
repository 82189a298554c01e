//! A list that is taken out of a vector by its pointer, and stays there.

use bverify_contracts::*;

struct Node {
    next: *mut Node,
}

#[invariant(self.head.reach(next).iter().all(|n| !n.reach1(next).contains(n)))]
pub struct List {
    head: *mut Node,
}

impl Drop for List {
    fn drop(&mut self) {
        while !self.head.is_null() {
            let node = unsafe { Box::from_raw(self.head) };
            self.head = node.next;
        }
    }
}

#[ensures(true)]
pub fn last(all: &mut Vec<List>) -> Option<List> {
    all.last().map(|list| List { head: list.head })
}
