//! A slot that is free is used again, so the pool need not grow.

use bverify_contracts::*;

pub struct Pool<T> {
    slots: Vec<Option<T>>,
}

impl<T> Pool<T> {
    #[ensures(self.slots.len() <= old(self.slots.len()) + 1 && result < self.slots.len())]
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
