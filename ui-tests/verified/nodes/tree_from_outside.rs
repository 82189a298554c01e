//! A marked field of another type is an edge as well.

use std::ptr::NonNull;

use bverify_contracts::*;

type Link<T> = Option<NonNull<Node<T>>>;

#[shape]
pub struct Node<T> {
    elem: T,
    #[tree]
    next: Link<T>,
    prev: Link<T>,
}

#[shape]
pub struct List<T> {
    #[tree]
    head: Link<T>,
    tail: Link<T>,
}

impl<T> List<T> {
    #[check(allow_leaks)]
    pub fn push(&mut self, elem: T) {
        let node = Box::new(Node { elem, next: self.head, prev: None });
        self.head = Some(NonNull::from(Box::leak(node)));
    }

    #[ensures(result <= 3)]
    pub fn len(&self) -> usize {
        let mut len = 0;
        let mut at = self.head;
        while let Some(node) = at {
            len += 1;
            at = unsafe { (*node.as_ptr()).next };
        }
        len
    }
}
