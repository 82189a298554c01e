//! A measure over a list.

use bverify_contracts::*;

pub struct Node {
    next: Option<Box<Node>>,
}

impl Node {
    #[decreases(self.chain(next).len() - 3)]
    #[ensures(result == self.chain(next).len())]
    pub fn len(&self) -> usize {
        match &self.next {
            None => 1,
            Some(next) => next.len() + 1,
        }
    }
}
