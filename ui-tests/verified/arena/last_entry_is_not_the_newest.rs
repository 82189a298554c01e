//! The last entry is found by going there.
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

    #[ensures(self.entries[result].next == 0)]
    pub fn last(&self) -> usize {
        let mut at = 0;
        while self.entries[at].next != 0 {
            at = self.entries[at].next;
        }
        at
    }
}
