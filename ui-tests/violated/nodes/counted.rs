//! `reach` through counted pointers and cells.

use std::cell::RefCell;
use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    key: u8,
    next: RefCell<Option<Rc<Node>>>,
}

#[ensures(result.reach(next).len() == 2)]
#[ensures(result.chain(next).map(|n| n.key) == seq![a, b])]
pub fn pair(a: u8, b: u8) -> Rc<Node> {
    let second = Rc::new(Node {
        key: b,
        next: RefCell::new(None),
    });
    let first = Rc::new(Node {
        key: a,
        next: RefCell::new(None),
    });
    *second.next.borrow_mut() = Some(first.clone());
    first
}
