//! A bound of a type that there is none of.
use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[check(Nod = 3)]
#[ensures(result == n.key)]
pub fn key(n: &Node) -> u8 {
    n.key
}
