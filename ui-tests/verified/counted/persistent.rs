//! Nodes that cannot be written once they are shared are in no circle.
use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    item: u8,
    next: Option<Rc<Node>>,
}

#[ensures(result >= 1)]
pub fn len(list: &Rc<Node>) -> usize {
    let mut count = 1;
    let mut at = list;
    while let Some(next) = &at.next {
        assert!(!Rc::ptr_eq(next, list));
        at = next;
        count += 1;
    }
    count
}
