//! An intrusive doubly linked list: the elements are the nodes, so each is in the list at most once.

use std::ptr::NonNull;

use bverify_contracts::*;

use crate::List;

type Link = Option<NonNull<Item>>;

/// An element, with the links to its neighbours in the list that it is in.
#[derive(Debug, Default)]
pub struct Item {
    prev: Link,
    next: Link,
}

/// An item that is alive: its links can be read.
#[invariant(self.0.as_ref().next == self.0.as_ref().next)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(NonNull<Item>);

impl Handle {
    /// The handle of an item.
    ///
    /// # Safety
    /// The item must stay alive, and be neither moved nor touched, as long as there are handles of it.
    pub unsafe fn new(item: &mut Item) -> Self {
        Handle(NonNull::from(item))
    }
}

/// A doubly linked list of items that belong to somebody else.
#[invariant(self.head.chain(next).len() == self.len)]
#[invariant(same(self.head.chain(next).last(), self.tail))]
#[invariant(self.head.chain(next).all(|item| match item.next {
    Some(next) => same(next.as_ref().prev, item),
    None => same(item, self.tail),
}))]
#[invariant(match self.head {
    Some(head) => head.as_ref().prev.is_none(),
    None => self.tail.is_none(),
})]
pub struct IntrusiveList {
    head: Link,
    tail: Link,
    len: usize,
}

impl Default for IntrusiveList {
    fn default() -> Self {
        IntrusiveList::new()
    }
}

impl IntrusiveList {
    /// The empty list.
    #[ensures(result.len == 0)]
    pub fn new() -> Self {
        IntrusiveList {
            head: None,
            tail: None,
            len: 0,
        }
    }

    /// The item at `index`; none if there are no more than `index`.
    fn item(&self, index: usize) -> Link {
        let mut at = self.head;
        for _ in 0..index {
            at = next_of(at?);
        }
        at
    }

    /// Puts `x` between two neighbours.
    fn link_between(&mut self, prev: Link, next: Link, x: NonNull<Item>) {
        // SAFETY: items of the list are alive, and so is `x`.
        unsafe {
            (*x.as_ptr()).prev = prev;
            (*x.as_ptr()).next = next;
            match prev {
                Some(prev) => (*prev.as_ptr()).next = Some(x),
                None => self.head = Some(x),
            }
            match next {
                Some(next) => (*next.as_ptr()).prev = Some(x),
                None => self.tail = Some(x),
            }
        }
        self.len += 1;
    }

    /// Takes `x`, which is in the list, out of it.
    fn unlink(&mut self, x: NonNull<Item>) {
        // SAFETY: items of the list are alive.
        unsafe {
            let (prev, next) = ((*x.as_ptr()).prev, (*x.as_ptr()).next);
            match prev {
                Some(prev) => (*prev.as_ptr()).next = next,
                None => self.head = next,
            }
            match next {
                Some(next) => (*next.as_ptr()).prev = prev,
                None => self.tail = prev,
            }
            (*x.as_ptr()).prev = None;
            (*x.as_ptr()).next = None;
        }
        self.len -= 1;
    }
}

fn next_of(item: NonNull<Item>) -> Link {
    // SAFETY: items of a list are alive.
    unsafe { (*item.as_ptr()).next }
}

fn prev_of(item: NonNull<Item>) -> Link {
    // SAFETY: items of a list are alive.
    unsafe { (*item.as_ptr()).prev }
}

impl List<Handle> for IntrusiveList {
    #[model]
    fn view(&self) -> Seq<Handle> {
        self.head
            .chain(next)
            .map(|item| Handle(NonNull::from(item)))
    }

    #[model]
    fn admits(&self, x: Handle) -> bool {
        !self.view().contains(x) && x.0.as_ref().prev.is_none() && x.0.as_ref().next.is_none()
    }

    fn insert(&mut self, index: usize, x: Handle) {
        assert!(index <= self.len, "index out of bounds");
        let next = self.item(index);
        let prev = match next {
            Some(next) => prev_of(next),
            None => self.tail,
        };
        self.link_between(prev, next, x.0);
    }

    fn push(&mut self, x: Handle) {
        self.link_between(self.tail, None, x.0);
    }

    fn clear(&mut self) {
        while let Some(head) = self.head {
            self.unlink(head);
        }
    }

    fn contains(&self, x: &Handle) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> Handle {
        match self.item(index) {
            Some(item) => Handle(item),
            None => panic!("index out of bounds"),
        }
    }

    fn index_of(&self, x: &Handle) -> Option<usize> {
        let mut at = self.head;
        let mut index = 0;
        while let Some(item) = at {
            if item == x.0 {
                return Some(index);
            }
            at = next_of(item);
            index += 1;
        }
        None
    }

    fn last_index_of(&self, x: &Handle) -> Option<usize> {
        let mut at = self.tail;
        let mut index = self.len;
        while let Some(item) = at {
            index -= 1;
            if item == x.0 {
                return Some(index);
            }
            at = prev_of(item);
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    fn remove(&mut self, index: usize) -> Handle {
        let Some(item) = self.item(index) else {
            panic!("index out of bounds");
        };
        self.unlink(item);
        Handle(item)
    }

    fn remove_item(&mut self, x: &Handle) -> bool {
        let contained = self.contains(x);
        if contained {
            self.unlink(x.0);
        }
        contained
    }

    fn set(&mut self, index: usize, x: Handle) -> Handle {
        let Some(old) = self.item(index) else {
            panic!("index out of bounds");
        };
        let (prev, next) = (prev_of(old), next_of(old));
        self.unlink(old);
        self.link_between(prev, next, x.0);
        Handle(old)
    }

    fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(
    IntrusiveList::new(),
    // SAFETY: the items are never freed.
    std::array::from_fn(|_| unsafe { Handle::new(Box::leak(Box::new(Item::default()))) }),
    Distinct
);
