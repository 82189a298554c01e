// A pointer to something else is no member of a set of nodes.
use bverify_contracts::*;

pub struct Node {
    v: u8,
    next: Option<Box<Node>>,
}

#[ensures(head.reach(next).contains(result))]
pub fn value(head: &Node) -> Option<&u8> {
    Some(&head.v)
}

#[ensures(result == head.chain(next).last())]
pub fn last(head: &Node) -> Option<&u8> {
    Some(&head.v)
}
