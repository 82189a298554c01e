//! A singly linked list of boxes that knows its length.

use bverify_contracts::*;

use crate::List;

type Link<T> = Option<Box<Node<T>>>;

struct Node<T> {
    value: T,
    next: Link<T>,
}

/// A singly linked list.
#[invariant(self.len == self.head.chain(next).len())]
pub struct BoxedList<T> {
    head: Link<T>,
    len: usize,
}

impl<T> BoxedList<T> {
    /// The empty list.
    #[ensures(result.head.is_none())]
    pub fn new() -> Self {
        BoxedList { head: None, len: 0 }
    }

    /// The node at `index`.
    fn node(&self, index: usize) -> Option<&Node<T>> {
        let mut node = self.head.as_deref();
        for _ in 0..index {
            node = node?.next.as_deref();
        }
        node
    }

    /// The link to the node at `index`, or the last link if there are `index` nodes.
    fn link_mut(&mut self, index: usize) -> Option<&mut Link<T>> {
        let mut link = &mut self.head;
        for _ in 0..index {
            link = &mut link.as_mut()?.next;
        }
        Some(link)
    }
}

impl<T> Default for BoxedList<T> {
    fn default() -> Self {
        BoxedList::new()
    }
}

impl<T: Clone + Eq> List<T> for BoxedList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.head.chain(next).map(|node| node.value)
    }

    fn insert(&mut self, index: usize, x: T) {
        let Some(link) = self.link_mut(index) else {
            panic!("index out of bounds");
        };
        let next = link.take();
        *link = Some(Box::new(Node { value: x, next }));
        self.len += 1;
    }

    fn push(&mut self, x: T) {
        let mut link = &mut self.head;
        while let Some(node) = link {
            link = &mut node.next;
        }
        *link = Some(Box::new(Node {
            value: x,
            next: None,
        }));
        self.len += 1;
    }

    fn clear(&mut self) {
        self.head = None;
        self.len = 0;
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        match self.node(index) {
            Some(node) => node.value.clone(),
            None => panic!("index out of bounds"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut link = &self.head;
        let mut index = 0;
        while let Some(node) = link {
            if node.value == *x {
                return Some(index);
            }
            link = &node.next;
            index += 1;
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut link = &self.head;
        let mut index = 0;
        let mut last = None;
        while let Some(node) = link {
            if node.value == *x {
                last = Some(index);
            }
            link = &node.next;
            index += 1;
        }
        last
    }

    fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    fn remove(&mut self, index: usize) -> T {
        let Some(link) = self.link_mut(index) else {
            panic!("index out of bounds");
        };
        let Some(node) = link.take() else {
            panic!("index out of bounds");
        };
        *link = node.next;
        self.len -= 1;
        node.value
    }

    fn remove_item(&mut self, x: &T) -> bool {
        let mut link = &mut self.head;
        loop {
            match link {
                None => return false,
                Some(node) if node.value == *x => {
                    *link = node.next.take();
                    self.len -= 1;
                    return true;
                }
                Some(node) => link = &mut node.next,
            }
        }
    }

    fn set(&mut self, index: usize, x: T) -> T {
        let Some(Some(node)) = self.link_mut(index) else {
            panic!("index out of bounds");
        };
        std::mem::replace(&mut node.value, x)
    }

    fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(BoxedList::new());
