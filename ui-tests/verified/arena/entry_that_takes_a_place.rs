//! Whoever refers to the entry that is moved is told.
use bverify_contracts::*;

pub struct Entry {
    next: usize,
}

/// A ring that starts at entry 0.
#[invariant(self.is_ring())]
pub struct Ring {
    entries: Vec<Entry>,
}

impl Ring {
    #[pure]
    fn is_ring(&self) -> bool {
        let mut at = 0;
        for step in 0..self.entries.len() {
            let next = self.entries[at].next;
            let is_last = step + 1 == self.entries.len();
            if next >= self.entries.len() || (next == 0) != is_last {
                return false;
            }
            at = next;
        }
        !self.entries.is_empty()
    }

    fn before(&self, entry: usize) -> usize {
        let mut at = 0;
        while self.entries[at].next != entry {
            at = self.entries[at].next;
        }
        at
    }

    #[requires(self.entries.len() > 1)]
    #[ensures(self.entries.len() + 1 == old(self.entries.len()))]
    pub fn remove_first(&mut self) {
        let first = self.entries[0].next;
        self.entries[0].next = self.entries[first].next;
        let last = self.entries.len() - 1;
        if first != last {
            let before = self.before(last);
            self.entries[before].next = first;
        }
        self.entries.swap_remove(first);
    }
}
