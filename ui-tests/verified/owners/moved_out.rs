//! A list that was moved out of a vector is owned by whoever has it: what its slot held does not count.

use bverify_contracts::*;
use std::collections::VecDeque;

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
    all.pop()
}

#[ensures(true)]
pub fn first(all: &mut VecDeque<List>) -> Option<List> {
    all.pop_front()
}
