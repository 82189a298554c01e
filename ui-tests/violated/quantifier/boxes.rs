//! A quantifier over boxes of nodes is one over nodes.

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
    #[ensures(forall(|n: Box<Node>| n.key < 5))]
    pub fn bump(&mut self) {
        if let Some(node) = &mut self.head {
            node.key += 1;
        }
    }
}
