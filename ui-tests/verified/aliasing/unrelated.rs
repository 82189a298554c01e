//! Two shared references of which only one can lead to what is compared.

use bverify_contracts::*;

pub struct Node<T> {
    value: T,
    next: Option<Box<Node<T>>>,
}

#[shape]
pub struct List<T> {
    head: Option<Box<Node<T>>>,
}

impl<T: Eq> List<T> {
    #[ensures(result ==> self.head.chain(next).any(|node| node.value == *x && same(node, self.head)))]
    pub fn starts_with(&self, x: &T) -> bool {
        match &self.head {
            Some(node) => node.value == *x,
            None => false,
        }
    }
}
