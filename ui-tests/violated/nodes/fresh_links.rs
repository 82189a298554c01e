//! What links lead to is not new, or they lead nowhere.

use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(fresh(node.next))]
pub fn extend(node: &mut Node) {
    node.key = 0;
}

#[ensures(fresh(result))]
pub fn copy(value: &Rc<u8>) -> Rc<u8> {
    Rc::clone(value)
}

#[ensures(fresh(result) && !fresh(node))]
#[check(allow_leaks)]
pub fn raw(node: &mut Node) -> *mut Node {
    node
}
