//! Comparisons of type parameters are taken to be lawful, and the verdict says of which.
use bverify_contracts::*;

#[invariant(sorted(self.items.seq()))]
pub struct Sorted<T: PartialOrd> {
    items: Vec<T>,
}

impl<T: PartialOrd> Sorted<T> {
    #[ensures(self.items.seq().to_multiset() == old(self.items.seq().to_multiset()).insert(x))]
    pub fn insert(&mut self, x: T) {
        let mut at = 0;
        while at < self.items.len() && self.items[at] < x {
            at += 1;
        }
        self.items.insert(at, x);
    }

    #[ensures(result == self.items.seq().contains(x))]
    pub fn contains(&self, x: &T) -> bool {
        self.items.iter().take_while(|y| *y <= x).any(|y| y == x)
    }

    #[ensures(result == self.items.len())]
    pub fn len(&self) -> usize {
        self.items.len()
    }
}

#[ensures(result == old(stack.seq()).last())]
pub fn pop<K: PartialEq>(stack: &mut Vec<K>) -> Option<K> {
    stack.pop()
}
