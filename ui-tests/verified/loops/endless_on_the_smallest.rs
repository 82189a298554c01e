//! On lists of fewer than two nodes it never returns; that says nothing of the others.

use bverify_contracts::*;

struct Node {
    next: Option<Box<Node>>,
}

#[shape]
pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[ensures(result == self.head.chain(next).len())]
    pub fn count(&self) -> usize {
        while self.head.as_ref().is_none_or(|node| node.next.is_none()) {}
        let mut count = 0;
        let mut link = &self.head;
        while let Some(node) = link {
            link = &node.next;
            count += 1;
        }
        count
    }
}
