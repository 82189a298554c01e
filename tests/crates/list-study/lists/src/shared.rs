//! A doubly linked list of shared cells: each node is owned by the one before it, and knows that one
//! weakly.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use bverify_contracts::*;

use crate::List;

type Link<T> = Option<Rc<RefCell<Node<T>>>>;

struct Node<T> {
    value: T,
    prev: Option<Weak<RefCell<Node<T>>>>,
    next: Link<T>,
}

/// A doubly linked list of shared cells.
#[invariant(self.rep_ok())]
pub struct SharedList<T> {
    head: Link<T>,
    tail: Option<Weak<RefCell<Node<T>>>>,
    len: usize,
}

/// Whether a weak link leads to a node, or nowhere if there is none.
#[pure]
fn leads_to<T>(weak: &Option<Weak<RefCell<Node<T>>>>, node: &Link<T>) -> bool {
    match (weak, node) {
        (None, None) => true,
        (Some(weak), Some(node)) => weak.upgrade().is_some_and(|it| Rc::ptr_eq(&it, node)),
        _ => false,
    }
}

impl<T> SharedList<T> {
    /// The empty list.
    #[ensures(result.head.is_none())]
    pub fn new() -> Self {
        SharedList {
            head: None,
            tail: None,
            len: 0,
        }
    }

    /// Whether there are `len` nodes, each with one owner and known to the next as the one before it.
    #[pure]
    fn rep_ok(&self) -> bool {
        let mut prev: Link<T> = None;
        let mut at = self.head.clone();
        for _ in 0..self.len {
            let Some(node) = at else {
                return false;
            };
            if !leads_to(&node.borrow().prev, &prev) {
                return false;
            }
            at = node.borrow().next.clone();
            prev = Some(node);
        }
        at.is_none() && leads_to(&self.tail, &prev)
    }

    /// The node at `index`; none if there are no more than `index`.
    fn node(&self, index: usize) -> Link<T> {
        let mut at = self.head.clone();
        for _ in 0..index {
            at = at?.borrow().next.clone();
        }
        at
    }

    /// The last node.
    fn last(&self) -> Link<T> {
        self.tail.as_ref()?.upgrade()
    }

    /// Puts a new node between two neighbours.
    fn link_between(&mut self, prev: Link<T>, next: Link<T>, value: T) {
        let new = Rc::new(RefCell::new(Node {
            value,
            prev: prev.as_ref().map(Rc::downgrade),
            next: next.clone(),
        }));
        match &next {
            Some(next) => next.borrow_mut().prev = Some(Rc::downgrade(&new)),
            None => self.tail = Some(Rc::downgrade(&new)),
        }
        match &prev {
            Some(prev) => prev.borrow_mut().next = Some(new),
            None => self.head = Some(new),
        }
        self.len += 1;
    }

    /// Takes a node out of the list.
    fn unlink(&mut self, node: &Rc<RefCell<Node<T>>>) {
        let prev = node.borrow_mut().prev.take();
        let next = node.borrow_mut().next.take();
        let before = prev.as_ref().and_then(Weak::upgrade);
        match &next {
            Some(next) => next.borrow_mut().prev = prev,
            None => self.tail = prev,
        }
        match before {
            Some(before) => before.borrow_mut().next = next,
            None => self.head = next,
        }
        self.len -= 1;
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        SharedList::new()
    }
}

impl<T: Clone + Eq> List<T> for SharedList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.head.chain(next).map(|node| node.value)
    }

    fn insert(&mut self, index: usize, x: T) {
        assert!(index <= self.len, "index out of bounds");
        let next = self.node(index);
        let prev = match &next {
            Some(next) => next.borrow().prev.as_ref().and_then(Weak::upgrade),
            None => self.last(),
        };
        self.link_between(prev, next, x);
    }

    fn push(&mut self, x: T) {
        self.link_between(self.last(), None, x);
    }

    fn clear(&mut self) {
        self.head = None;
        self.tail = None;
        self.len = 0;
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        match self.node(index) {
            Some(node) => node.borrow().value.clone(),
            None => panic!("index out of bounds"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut at = self.head.clone();
        let mut index = 0;
        while let Some(node) = at {
            if node.borrow().value == *x {
                return Some(index);
            }
            at = node.borrow().next.clone();
            index += 1;
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut at = self.last();
        let mut index = self.len;
        while let Some(node) = at {
            index -= 1;
            if node.borrow().value == *x {
                return Some(index);
            }
            at = node.borrow().prev.as_ref().and_then(Weak::upgrade);
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    fn remove(&mut self, index: usize) -> T {
        let Some(node) = self.node(index) else {
            panic!("index out of bounds");
        };
        self.unlink(&node);
        node.borrow().value.clone()
    }

    fn remove_item(&mut self, x: &T) -> bool {
        match self.index_of(x) {
            Some(index) => {
                self.remove(index);
                true
            }
            None => false,
        }
    }

    fn set(&mut self, index: usize, x: T) -> T {
        match self.node(index) {
            Some(node) => std::mem::replace(&mut node.borrow_mut().value, x),
            None => panic!("index out of bounds"),
        }
    }

    fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(SharedList::new());
