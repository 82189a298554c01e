//! An iterator that comes in has as many items as are in scope, or fewer.
use bverify_contracts::*;

pub struct Stack<T> {
    items: Vec<T>,
}

impl<T> Stack<T> {
    #[ensures(self.items.len() == old(self.items.len()) + 1)]
    pub fn push(&mut self, item: T) {
        self.items.push(item)
    }

    #[ensures(self.items.len() <= 1 + old(self.items.len()))]
    pub fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item)
        }
    }
}

impl<T> FromIterator<T> for Stack<T> {
    #[ensures(result.items.len() < 2)]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Stack { items: items.into_iter().collect() }
    }
}

#[ensures(result != 3)]
pub fn count<I: Iterator>(items: I) -> usize {
    items.count()
}
