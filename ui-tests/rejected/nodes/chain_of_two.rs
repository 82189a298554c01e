//! A chain along two fields.

use bverify_contracts::*;


pub struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

#[ensures(node.chain(left | right).len() > 0)]
pub fn f(node: &Node) {}
