//! A circular doubly linked list with a header, as indices into an arena. The arena has no holes: a
//! removed entry gives its place to the last one.

use bverify_contracts::*;

use crate::List;

/// The entry before the first and after the last.
const HEADER: usize = 0;

struct Entry<T> {
    /// Nothing in the header only.
    value: Option<T>,
    prev: usize,
    next: usize,
}

/// A circular doubly linked list in an arena.
#[invariant(self.rep_ok())]
pub struct ArenaList<T> {
    entries: Vec<Entry<T>>,
}

impl<T> ArenaList<T> {
    /// The empty list.
    #[ensures(result.entries.len() == 1)]
    pub fn new() -> Self {
        let header = Entry {
            value: None,
            prev: HEADER,
            next: HEADER,
        };
        ArenaList {
            entries: vec![header],
        }
    }

    /// Whether the header alone has no value, neighbours know each other, and the way from the header
    /// back to it leads over all entries.
    #[pure]
    fn rep_ok(&self) -> bool {
        let count = self.entries.len();
        if count == 0 {
            return false;
        }
        let mut at = HEADER;
        for step in 0..count {
            let entry = &self.entries[at];
            if entry.value.is_none() != (step == 0)
                || entry.next >= count
                || self.entries[entry.next].prev != at
                || (entry.next == HEADER) != (step == count - 1)
            {
                return false;
            }
            at = entry.next;
        }
        true
    }

    /// The values of the next `count` entries from `at` on.
    #[model]
    fn values(&self, at: usize, count: usize) -> Seq<T> {
        if count == 0 {
            Seq::new()
        } else {
            let entry = self.entries[at];
            self.values(entry.next, count - 1)
                .push_front(entry.value.unwrap())
        }
    }

    /// The entry at `index`, the header if `index` is the length; from whichever end is nearer.
    fn entry(&self, index: usize) -> usize {
        let len = self.entries.len() - 1;
        let mut at = HEADER;
        if index < len / 2 {
            for _ in 0..=index {
                at = self.entries[at].next;
            }
        } else {
            for _ in index..len {
                at = self.entries[at].prev;
            }
        }
        at
    }

    /// Puts a new entry before `at`.
    fn link_before(&mut self, at: usize, value: T) {
        let new = self.entries.len();
        let prev = self.entries[at].prev;
        self.entries.push(Entry {
            value: Some(value),
            prev,
            next: at,
        });
        self.entries[prev].next = new;
        self.entries[at].prev = new;
    }

    /// Takes the entry `at`, which is not the header, out of the ring and the arena.
    fn unlink(&mut self, at: usize) -> Option<T> {
        let (prev, next) = (self.entries[at].prev, self.entries[at].next);
        self.entries[prev].next = next;
        self.entries[next].prev = prev;
        let gone = self.entries.swap_remove(at);
        if at < self.entries.len() {
            let (prev, next) = (self.entries[at].prev, self.entries[at].next);
            self.entries[prev].next = at;
            self.entries[next].prev = at;
        }
        gone.value
    }
}

impl<T> Default for ArenaList<T> {
    fn default() -> Self {
        ArenaList::new()
    }
}

impl<T: Clone + Eq> List<T> for ArenaList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.values(self.entries[HEADER].next, self.entries.len() - 1)
    }

    fn insert(&mut self, index: usize, x: T) {
        assert!(index <= self.len(), "index out of bounds");
        let at = self.entry(index);
        self.link_before(at, x);
    }

    fn push(&mut self, x: T) {
        self.link_before(HEADER, x);
    }

    fn clear(&mut self) {
        self.entries.truncate(1);
        self.entries[HEADER].prev = HEADER;
        self.entries[HEADER].next = HEADER;
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        assert!(index < self.len(), "index out of bounds");
        match &self.entries[self.entry(index)].value {
            Some(value) => value.clone(),
            None => unreachable!("only the header has no value"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut at = self.entries[HEADER].next;
        let mut index = 0;
        while at != HEADER {
            let entry = &self.entries[at];
            if entry.value.as_ref() == Some(x) {
                return Some(index);
            }
            at = entry.next;
            index += 1;
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut at = self.entries[HEADER].prev;
        let mut index = self.len();
        while at != HEADER {
            index -= 1;
            let entry = &self.entries[at];
            if entry.value.as_ref() == Some(x) {
                return Some(index);
            }
            at = entry.prev;
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.entries[HEADER].next == HEADER
    }

    fn remove(&mut self, index: usize) -> T {
        assert!(index < self.len(), "index out of bounds");
        match self.unlink(self.entry(index)) {
            Some(value) => value,
            None => unreachable!("only the header has no value"),
        }
    }

    fn remove_item(&mut self, x: &T) -> bool {
        let mut at = self.entries[HEADER].next;
        while at != HEADER {
            if self.entries[at].value.as_ref() == Some(x) {
                self.unlink(at);
                return true;
            }
            at = self.entries[at].next;
        }
        false
    }

    fn set(&mut self, index: usize, x: T) -> T {
        assert!(index < self.len(), "index out of bounds");
        let at = self.entry(index);
        match self.entries[at].value.replace(x) {
            Some(value) => value,
            None => unreachable!("only the header has no value"),
        }
    }

    fn len(&self) -> usize {
        self.entries.len() - 1
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(ArenaList::new());
