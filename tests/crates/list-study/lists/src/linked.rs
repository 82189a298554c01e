//! A circular doubly linked list with a header, on raw pointers.

use std::marker::PhantomData;
use std::ptr::NonNull;

use bverify_contracts::*;

use crate::List;

type Link<T> = NonNull<Node<T>>;

struct Node<T> {
    /// Nothing in the header only.
    value: Option<T>,
    prev: Link<T>,
    next: Link<T>,
}

/// A circular doubly linked list.
#[invariant(self.header.chain(next).len() == self.len + 1)]
#[invariant(self.header.chain(next).all(|node| same(node.next.as_ref().prev, node)))]
#[invariant(self.header.chain(next).all(|node| node.value.is_none() <==> same(node, self.header)))]
#[invariant(same(self.header.chain(next).last().unwrap().next, self.header))]
pub struct LinkedList<T> {
    header: Link<T>,
    len: usize,
    owns: PhantomData<Node<T>>,
}

impl<T> LinkedList<T> {
    /// The empty list.
    #[ensures(result.len == 0)]
    pub fn new() -> Self {
        let header = NonNull::from(Box::leak(Box::new(Node {
            value: None,
            prev: NonNull::dangling(),
            next: NonNull::dangling(),
        })));
        // SAFETY: the header was made just now.
        unsafe {
            (*header.as_ptr()).prev = header;
            (*header.as_ptr()).next = header;
        }
        LinkedList {
            header,
            len: 0,
            owns: PhantomData,
        }
    }

    /// The node at `index`, the header if `index` is the length; from whichever end is nearer.
    fn node(&self, index: usize) -> Link<T> {
        let mut at = self.header;
        // SAFETY: all nodes of the ring are alive.
        unsafe {
            if index < self.len / 2 {
                for _ in 0..=index {
                    at = (*at.as_ptr()).next;
                }
            } else {
                for _ in index..self.len {
                    at = (*at.as_ptr()).prev;
                }
            }
        }
        at
    }

    /// Puts a new node before `at`.
    fn link_before(&mut self, at: Link<T>, value: T) {
        // SAFETY: `at` is of the ring, whose nodes are alive.
        unsafe {
            let prev = (*at.as_ptr()).prev;
            let new = NonNull::from(Box::leak(Box::new(Node {
                value: Some(value),
                prev,
                next: at,
            })));
            (*prev.as_ptr()).next = new;
            (*at.as_ptr()).prev = new;
        }
        self.len += 1;
    }

    /// Takes the node `at`, which is not the header, out of the ring.
    fn unlink(&mut self, at: Link<T>) -> Option<T> {
        // SAFETY: `at` is of the ring, and no other pointer to it is left after this.
        let node = unsafe {
            let node = Box::from_raw(at.as_ptr());
            (*node.prev.as_ptr()).next = node.next;
            (*node.next.as_ptr()).prev = node.prev;
            node
        };
        self.len -= 1;
        node.value
    }

    /// Frees all nodes but the header.
    fn free_nodes(&mut self) {
        // SAFETY: the nodes of the ring are alive, and each is met once.
        unsafe {
            let mut at = (*self.header.as_ptr()).next;
            while at != self.header {
                let node = Box::from_raw(at.as_ptr());
                at = node.next;
            }
        }
    }
}

impl<T> Default for LinkedList<T> {
    fn default() -> Self {
        LinkedList::new()
    }
}

impl<T> Drop for LinkedList<T> {
    fn drop(&mut self) {
        self.free_nodes();
        // SAFETY: nothing else points to the header any more.
        drop(unsafe { Box::from_raw(self.header.as_ptr()) });
    }
}

impl<T: Clone + Eq> List<T> for LinkedList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.header
            .chain(next)
            .skip(1)
            .map(|node| node.value.unwrap())
    }

    fn insert(&mut self, index: usize, x: T) {
        assert!(index <= self.len, "index out of bounds");
        let at = self.node(index);
        self.link_before(at, x);
    }

    fn push(&mut self, x: T) {
        self.link_before(self.header, x);
    }

    fn clear(&mut self) {
        self.free_nodes();
        // SAFETY: the header is alive.
        unsafe {
            (*self.header.as_ptr()).prev = self.header;
            (*self.header.as_ptr()).next = self.header;
        }
        self.len = 0;
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        assert!(index < self.len, "index out of bounds");
        // SAFETY: the nodes of the ring are alive.
        match unsafe { &(*self.node(index).as_ptr()).value } {
            Some(value) => value.clone(),
            None => unreachable!("only the header has no value"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut index = 0;
        // SAFETY: the nodes of the ring are alive.
        unsafe {
            let mut at = (*self.header.as_ptr()).next;
            while at != self.header {
                if (*at.as_ptr()).value.as_ref() == Some(x) {
                    return Some(index);
                }
                at = (*at.as_ptr()).next;
                index += 1;
            }
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut index = self.len;
        // SAFETY: the nodes of the ring are alive.
        unsafe {
            let mut at = (*self.header.as_ptr()).prev;
            while at != self.header {
                index -= 1;
                if (*at.as_ptr()).value.as_ref() == Some(x) {
                    return Some(index);
                }
                at = (*at.as_ptr()).prev;
            }
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn remove(&mut self, index: usize) -> T {
        assert!(index < self.len, "index out of bounds");
        let at = self.node(index);
        match self.unlink(at) {
            Some(value) => value,
            None => unreachable!("only the header has no value"),
        }
    }

    fn remove_item(&mut self, x: &T) -> bool {
        // SAFETY: the nodes of the ring are alive; none is read after it was unlinked.
        unsafe {
            let mut at = (*self.header.as_ptr()).next;
            while at != self.header {
                if (*at.as_ptr()).value.as_ref() == Some(x) {
                    self.unlink(at);
                    return true;
                }
                at = (*at.as_ptr()).next;
            }
        }
        false
    }

    fn set(&mut self, index: usize, x: T) -> T {
        assert!(index < self.len, "index out of bounds");
        let at = self.node(index);
        // SAFETY: the nodes of the ring are alive.
        match unsafe { (*at.as_ptr()).value.replace(x) } {
            Some(value) => value,
            None => unreachable!("only the header has no value"),
        }
    }

    fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(LinkedList::new());
