//! A loop invariant that a list breaks in its second round.
use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(true)]
pub fn largest(list: &Node) -> u8 {
    let mut best = list.key;
    let mut at = &list.next;
    while let Some(node) = at {
        loop_invariant!(best >= list.key);
        best = node.key;
        at = &node.next;
    }
    best
}
