//! `same` is about locations, `fresh` about what did not exist.

use bverify_contracts::*;

pub struct Node {
    key: u32,
    next: Option<Box<Node>>,
}

#[ensures(fresh(result) && same(result.next, old(tail)))]
pub fn cons(key: u32, tail: Option<Box<Node>>) -> Box<Node> {
    let next = tail;
    Box::new(Node { key, next })
}
