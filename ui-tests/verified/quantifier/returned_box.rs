//! Of a node that is returned in a box, a quantifier over nodes speaks.
use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(forall(|n: &Node| n.key == 1))]
pub fn two() -> Box<Node> {
    Box::new(Node { key: 1, next: None })
}
