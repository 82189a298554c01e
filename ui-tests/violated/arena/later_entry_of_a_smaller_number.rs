//! Nothing says that entries lie in the order of the ring.
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

    #[ensures(result == self.entries.len())]
    pub fn count(&self) -> usize {
        let mut count = 1;
        let mut at = self.entries[0].next;
        while at != 0 {
            count += 1;
            let next = self.entries[at].next;
            if next < at {
                break;
            }
            at = next;
        }
        count
    }
}
