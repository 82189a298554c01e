//! Of a link, `fresh` means what it leads to.

use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: Option<Box<Node>>,
}

#[ensures(fresh(node.next))]
pub fn extend(node: &mut Node) {
    node.next = Some(Box::new(Node { key: 0, next: None }));
}

#[ensures(fresh(result))]
pub fn copy(value: &Rc<u8>) -> Rc<u8> {
    Rc::new(**value)
}

#[ensures(fresh(result) && !fresh(node))]
#[check(allow_leaks)]
pub fn raw(node: &mut Node) -> *mut Node {
    Box::into_raw(Box::new(Node { key: node.key, next: None }))
}
