//! No list is as long as this asks.
use bverify_contracts::*;

pub struct Node {
    next: Option<Box<Node>>,
}

#[requires(n.chain(next).len() == 1)]
#[requires(n.next.is_some())]
#[ensures(result)]
pub fn last(n: &Node) -> bool {
    n.next.is_none()
}
