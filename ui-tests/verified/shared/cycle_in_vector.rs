//! The same without the node itself.

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
    for child in node.children.borrow().iter().filter(|it| !Rc::ptr_eq(it, node)) {
        child.children.borrow_mut().clear();
    }
}
