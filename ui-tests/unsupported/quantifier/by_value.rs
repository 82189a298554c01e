//! The node that is returned is in no object, so that the quantifier would miss it.
use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(forall(|n: &Node| n.key == 1))]
pub fn two() -> Node {
    Node { key: 2, next: None }
}
