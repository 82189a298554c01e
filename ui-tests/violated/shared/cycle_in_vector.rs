//! A node that is among its own children: the vector of it is borrowed as it is walked.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    id: u8,
    mark: Cell<bool>,
    children: RefCell<Vec<Rc<Node>>>,
}

#[ensures(unchanged(node.id))]
pub fn prune(node: &Rc<Node>) {
    for child in node.children.borrow().iter() {
        child.children.borrow_mut().clear();
    }
}
