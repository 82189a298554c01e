//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;


pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[requires(forall(|n: Box<Node>| n.key < 5))]
    #[ensures(forall(|n: Box<Node>| n.key < 6))]
    pub fn bump(&mut self) {
        if let Some(node) = &mut self.head {
            node.key += 1;
        }
    }
}
