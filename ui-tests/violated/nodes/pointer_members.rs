// Sets and sequences of nodes are asked for pointers by location; one that leads nowhere is no member.
use bverify_contracts::*;
use std::ptr::{self, NonNull};

pub struct Node {
    v: u8,
    next: *mut Node,
}

#[invariant(!self.head.reach(next).any(|n| n.reach1(next).contains(n)))]
#[invariant(self.head.chain(next).last() == self.tail)]
pub struct Queue {
    head: *mut Node,
    tail: *mut Node,
}

impl Queue {
    #[ensures(self.head.reach(next).contains(self.tail))]
    #[ensures(self.head.reach(next).remove(self.tail) == old(self.head.reach(next)))]
    pub fn push(&mut self, v: u8) {
        let node = Box::into_raw(Box::new(Node { v, next: ptr::null_mut() }));
        if self.tail.is_null() {
            self.head = node;
        } else {
            unsafe { (*self.tail).next = node };
        }
    }

    #[ensures(!self.head.reach(next).contains(old(self.head)))]
    pub fn pop(&mut self) -> Option<u8> {
        if self.head.is_null() {
            return None;
        }
        let first = unsafe { Box::from_raw(self.head) };
        if self.head.is_null() {
            self.tail = ptr::null_mut();
        }
        Some(first.v)
    }

    #[requires(!p.is_null() ==> self.head.reach(next).contains(p))]
    #[ensures(result == p.as_ref().unwrap().v)]
    pub fn value(&self, p: *const Node) -> u8 {
        unsafe { (*p).v }
    }

    #[ensures(result == self.tail)]
    #[ensures(result.is_some() ==> self.head.chain(next).contains(result))]
    pub fn last(&self) -> Option<NonNull<Node>> {
        NonNull::new(self.head)
    }
}
