//! Bounds of a function: the list is longer than the scope of the command line.

use bverify_contracts::*;

pub struct Node {
    next: Option<Box<Node>>,
}

#[check(scope = 5, Node = 5)]
#[ensures(result ==> n.chain(next).len() < 5)]
pub fn short(n: &Node) -> bool {
    true
}
