//! A circular doubly linked list with a header, on raw pointers, in which every step has a helper of
//! its own: that of making, joining, adding, removing and updating a node.

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

/// A circular doubly linked list made of small steps.
#[invariant(self.rep_ok())]
pub struct LayeredList<T> {
    header: Link<T>,
    len: usize,
    owns: PhantomData<Node<T>>,
}

impl<T> LayeredList<T> {
    /// The empty list.
    #[ensures(result.len == 0)]
    pub fn new() -> Self {
        let header = create_header();
        LayeredList {
            header,
            len: 0,
            owns: PhantomData,
        }
    }

    /// Whether the way along `next` comes back to the header after all nodes, each the `prev` of its
    /// `next`, and only the header has no value.
    #[pure]
    fn rep_ok(&self) -> bool {
        let mut at = self.header;
        let mut steps = 0;
        while steps <= self.len {
            // SAFETY: the nodes of the ring are alive.
            let (node, next) = unsafe { (at.as_ref(), at.as_ref().next.as_ref()) };
            if next.prev != at || node.value.is_none() != (steps == 0) {
                return false;
            }
            at = node.next;
            steps += 1;
            if (at == self.header) != (steps == self.len + 1) {
                return false;
            }
        }
        true
    }

    /// The node at `index`; at the length it is the header if that is allowed.
    fn get_node(&self, index: usize, end_allowed: bool) -> Link<T> {
        assert!(
            index < self.len || end_allowed && index == self.len,
            "index out of bounds"
        );
        let mut at = self.header;
        if index < self.len / 2 {
            for _ in 0..=index {
                at = next_of(at);
            }
        } else {
            for _ in index..self.len {
                at = prev_of(at);
            }
        }
        at
    }

    fn add_node(&mut self, node: Link<T>, before: Link<T>) {
        join(prev_of(before), node);
        join(node, before);
        self.len += 1;
    }

    fn add_node_before(&mut self, at: Link<T>, value: T) {
        self.add_node(create_node(value), at);
    }

    fn remove_node(&mut self, node: Link<T>) -> T {
        join(prev_of(node), next_of(node));
        self.len -= 1;
        free_node(node)
    }

    fn remove_all_nodes(&mut self) {
        let mut at = next_of(self.header);
        while at != self.header {
            let next = next_of(at);
            free_node(at);
            at = next;
        }
        join(self.header, self.header);
        self.len = 0;
    }
}

/// A header that is its own neighbour.
fn create_header<T>() -> Link<T> {
    let header = allocate(None);
    join(header, header);
    header
}

/// A node without neighbours.
fn create_node<T>(value: T) -> Link<T> {
    allocate(Some(value))
}

fn allocate<T>(value: Option<T>) -> Link<T> {
    NonNull::from(Box::leak(Box::new(Node {
        value,
        prev: NonNull::dangling(),
        next: NonNull::dangling(),
    })))
}

/// Takes the value out of a node that is in no ring any more, and frees it.
fn free_node<T>(node: Link<T>) -> T {
    // SAFETY: nothing points to the node any more.
    match unsafe { Box::from_raw(node.as_ptr()) }.value {
        Some(value) => value,
        None => unreachable!("only the header has no value"),
    }
}

/// Makes two nodes neighbours.
fn join<T>(first: Link<T>, second: Link<T>) {
    // SAFETY: both are alive.
    unsafe {
        (*first.as_ptr()).next = second;
        (*second.as_ptr()).prev = first;
    }
}

fn next_of<T>(node: Link<T>) -> Link<T> {
    // SAFETY: it is alive.
    unsafe { (*node.as_ptr()).next }
}

fn prev_of<T>(node: Link<T>) -> Link<T> {
    // SAFETY: it is alive.
    unsafe { (*node.as_ptr()).prev }
}

fn value_of<'a, T>(node: Link<T>) -> Option<&'a T> {
    // SAFETY: it is alive, and stays so while the list is borrowed.
    unsafe { (*node.as_ptr()).value.as_ref() }
}

/// Replaces the value of a node.
fn update_node<T>(node: Link<T>, value: T) -> T {
    // SAFETY: it is alive.
    match unsafe { (*node.as_ptr()).value.replace(value) } {
        Some(value) => value,
        None => unreachable!("only the header has no value"),
    }
}

impl<T> Default for LayeredList<T> {
    fn default() -> Self {
        LayeredList::new()
    }
}

impl<T> Drop for LayeredList<T> {
    fn drop(&mut self) {
        self.remove_all_nodes();
        // SAFETY: nothing else points to the header any more.
        drop(unsafe { Box::from_raw(self.header.as_ptr()) });
    }
}

impl<T: Clone + Eq> List<T> for LayeredList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.header
            .chain(next)
            .skip(1)
            .map(|node| node.value.unwrap())
    }

    fn insert(&mut self, index: usize, x: T) {
        let at = self.get_node(index, true);
        self.add_node_before(at, x);
    }

    fn push(&mut self, x: T) {
        self.add_node_before(self.header, x);
    }

    fn clear(&mut self) {
        self.remove_all_nodes();
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        match value_of(self.get_node(index, false)) {
            Some(value) => value.clone(),
            None => unreachable!("only the header has no value"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut at = next_of(self.header);
        let mut index = 0;
        while at != self.header {
            if value_of(at) == Some(x) {
                return Some(index);
            }
            at = next_of(at);
            index += 1;
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut at = prev_of(self.header);
        let mut index = self.len;
        while at != self.header {
            index -= 1;
            if value_of(at) == Some(x) {
                return Some(index);
            }
            at = prev_of(at);
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn remove(&mut self, index: usize) -> T {
        let node = self.get_node(index, false);
        self.remove_node(node)
    }

    fn remove_item(&mut self, x: &T) -> bool {
        let mut at = next_of(self.header);
        while at != self.header {
            if value_of(at) == Some(x) {
                self.remove_node(at);
                return true;
            }
            at = next_of(at);
        }
        false
    }

    fn set(&mut self, index: usize, x: T) -> T {
        let node = self.get_node(index, false);
        update_node(node, x)
    }

    fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(LayeredList::new());
