//! A list that owns its nodes by raw pointers takes over the nodes of another: the two have none in common
//! before, as no client could have dropped them, nor after.

use bverify_contracts::*;
use std::ptr::NonNull;

struct Node<T> {
    elem: T,
    next: Option<NonNull<Node<T>>>,
}

#[invariant(self.len == self.head.chain(next).len())]
#[invariant(self.head.reach(next).iter().all(|n| !n.reach1(next).contains(n)))]
pub struct List<T> {
    head: Option<NonNull<Node<T>>>,
    len: usize,
}

impl<T> List<T> {
    fn pop(&mut self) -> Option<T> {
        self.head.map(|node| unsafe {
            let node = Box::from_raw(node.as_ptr());
            self.head = node.next;
            self.len -= 1;
            node.elem
        })
    }

    #[requires(self.len + other.len <= 100)]
    #[ensures(self.len == old(self.len) + old(other.len))]
    pub fn append(&mut self, other: &mut Self) {
        self.len += other.len;
        let mut last = &mut self.head;
        while let Some(node) = last {
            last = unsafe { &mut node.as_mut().next };
        }
        *last = other.head.take();
        other.len = 0;
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}
