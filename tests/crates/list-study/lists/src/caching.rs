//! A circular doubly linked list with a header, on raw pointers, made of small steps, that keeps a few
//! removed nodes and uses them again.

use std::marker::PhantomData;
use std::ptr;

use bverify_contracts::*;

use crate::List;

/// The most spare nodes that are kept.
const MOST_SPARE: usize = 2;

type Link<T> = *mut Node<T>;

struct Node<T> {
    /// Nothing in the header and in spare nodes.
    value: Option<T>,
    prev: Link<T>,
    next: Link<T>,
}

/// A circular doubly linked list with a cache of spare nodes.
#[invariant(self.rep_ok())]
#[invariant(self.spare_ok())]
pub struct CachingList<T> {
    header: Link<T>,
    len: usize,
    /// The spare nodes, along `next`; their `prev` is null.
    spare: Link<T>,
    spare_len: usize,
    owns: PhantomData<Node<T>>,
}

impl<T> CachingList<T> {
    /// The empty list.
    #[ensures(result.len == 0)]
    pub fn new() -> Self {
        let header = create_header();
        CachingList {
            header,
            len: 0,
            spare: ptr::null_mut(),
            spare_len: 0,
            owns: PhantomData,
        }
    }

    /// Whether the spare nodes are as many as it says, without values or `prev`, and none of the ring.
    #[pure]
    fn spare_ok(&self) -> bool {
        let mut spare = self.spare;
        let mut count = 0;
        while !spare.is_null() {
            if count == MOST_SPARE || spare == self.header || value_of(spare).is_some() {
                return false;
            }
            // SAFETY: spare nodes are alive.
            if !unsafe { (*spare).prev.is_null() } {
                return false;
            }
            count += 1;
            spare = next_of(spare);
        }
        count == self.spare_len
    }

    /// Whether the way along `next` comes back to the header after all nodes, each the `prev` of its
    /// `next`, and only the header has no value.
    #[pure]
    fn rep_ok(&self) -> bool {
        let mut at = self.header;
        let mut steps = 0;
        while steps <= self.len {
            // SAFETY: the nodes of the ring are alive.
            let (node, next) = unsafe { (&*at, &*(*at).next) };
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
        let node = self.create_node(value);
        self.add_node(node, at);
    }

    fn remove_node(&mut self, node: Link<T>) -> T {
        join(prev_of(node), next_of(node));
        self.len -= 1;
        self.release_node(node)
    }

    fn remove_all_nodes(&mut self) {
        let mut at = next_of(self.header);
        while at != self.header {
            let next = next_of(at);
            self.release_node(at);
            at = next;
        }
        join(self.header, self.header);
        self.len = 0;
    }

    /// A node without neighbours: a spare one if there is one.
    fn create_node(&mut self, value: T) -> Link<T> {
        let node = self.spare;
        if node.is_null() {
            return allocate(Some(value));
        }
        // SAFETY: spare nodes are alive.
        unsafe {
            self.spare = (*node).next;
            (*node).value = Some(value);
        }
        self.spare_len -= 1;
        node
    }

    /// Takes the value out of a node that is in the ring no more, and keeps or frees the node.
    fn release_node(&mut self, node: Link<T>) -> T {
        // SAFETY: the node is alive, and nothing in the ring points to it.
        let value = unsafe { (*node).value.take() };
        if self.spare_len < MOST_SPARE {
            // SAFETY: as above.
            unsafe {
                (*node).prev = ptr::null_mut();
                (*node).next = self.spare;
            }
            self.spare = node;
            self.spare_len += 1;
        } else {
            free_node(node);
        }
        match value {
            Some(value) => value,
            None => unreachable!("only the header has no value"),
        }
    }
}

/// A header that is its own neighbour.
fn create_header<T>() -> Link<T> {
    let header = allocate(None);
    join(header, header);
    header
}

fn allocate<T>(value: Option<T>) -> Link<T> {
    Box::into_raw(Box::new(Node {
        value,
        prev: ptr::null_mut(),
        next: ptr::null_mut(),
    }))
}

fn free_node<T>(node: Link<T>) {
    // SAFETY: nothing points to the node any more.
    drop(unsafe { Box::from_raw(node) });
}

/// Makes two nodes neighbours.
fn join<T>(first: Link<T>, second: Link<T>) {
    // SAFETY: both are alive.
    unsafe {
        (*first).next = second;
        (*second).prev = first;
    }
}

fn next_of<T>(node: Link<T>) -> Link<T> {
    // SAFETY: it is alive.
    unsafe { (*node).next }
}

fn prev_of<T>(node: Link<T>) -> Link<T> {
    // SAFETY: it is alive.
    unsafe { (*node).prev }
}

fn value_of<'a, T>(node: Link<T>) -> Option<&'a T> {
    // SAFETY: it is alive, and stays so while the list is borrowed.
    unsafe { (*node).value.as_ref() }
}

/// Replaces the value of a node.
fn update_node<T>(node: Link<T>, value: T) -> T {
    // SAFETY: it is alive.
    match unsafe { (*node).value.replace(value) } {
        Some(value) => value,
        None => unreachable!("only the header has no value"),
    }
}

impl<T> Default for CachingList<T> {
    fn default() -> Self {
        CachingList::new()
    }
}

impl<T> Drop for CachingList<T> {
    fn drop(&mut self) {
        self.remove_all_nodes();
        while !self.spare.is_null() {
            let next = next_of(self.spare);
            free_node(self.spare);
            self.spare = next;
        }
        free_node(self.header);
    }
}

impl<T: Clone + Eq> List<T> for CachingList<T> {
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
crate::oracle::behaves_like_a_vec!(CachingList::new());
