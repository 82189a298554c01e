//! The same, asking first.

use bverify_contracts::*;

pub struct Shelf {
    slots: [u8; 4],
}

impl Shelf {
    fn free(&self) -> usize {
        let mut free = 0;
        let mut at = 0;
        while at < 4 {
            if self.slots[at] == 0 {
                free += 1;
            }
            at += 1;
        }
        free
    }

    #[requires(at < 4 && self.slots[at] == 0)]
    fn put(&mut self, at: usize) {
        self.slots[at] = 1;
    }

    #[requires(self.free() > 0)]
    pub fn fill(&mut self) -> usize {
        if self.free() == 0 || self.free() > 4 {
            return 0;
        }
        if self.slots[0] == 0 {
            self.put(0);
        }
        self.free()
    }
}
