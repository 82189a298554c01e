//! A field that the nodes do not have.

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[modifies(node.reach(next).keys)]
pub fn clear(node: &mut Node) {
    node.key = 0;
}
