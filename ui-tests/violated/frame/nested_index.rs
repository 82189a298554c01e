use bverify_contracts::*;

#[derive(Clone, Copy)]
pub struct Slot {
    prev: usize,
    next: usize,
}

pub struct Arena {
    slots: Vec<Slot>,
}

impl Arena {
    #[requires(i < self.slots.len() && self.slots[i].next < self.slots.len())]
    #[modifies(self.slots[self.slots[i].next].prev)]
    pub fn link(&mut self, i: usize) {
        let next = self.slots[i].next;
        self.slots[i].prev = i;
    }
}
