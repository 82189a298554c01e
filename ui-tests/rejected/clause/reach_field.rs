//! `reach` follows fields of the node.

use bverify_contracts::*;

pub struct Node {
    next: Option<Box<Node>>,
}

#[ensures(n.reach(nxt).len() > 0)]
pub fn f(n: &Node) {}
