//! A slot that is free is used again, and the pool does not grow.

use bverify_contracts::*;

pub struct Pool<T> {
    slots: Vec<Option<T>>,
}

impl<T> Pool<T> {
    #[ensures(self.slots.len() == old(self.slots.len()) + 1)]
    pub fn put(&mut self, x: T) -> usize {
        for i in 0..self.slots.len() {
            if self.slots[i].is_none() {
                self.slots[i] = Some(x);
                return i;
            }
        }
        self.slots.push(Some(x));
        self.slots.len() - 1
    }
}
