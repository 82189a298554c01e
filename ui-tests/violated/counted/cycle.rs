//! Nodes behind `Rc` may lead in a circle, unless an invariant says that they do not.
use bverify_contracts::*;
use std::cell::RefCell;
use std::rc::Rc;

pub struct Node {
    next: Option<Rc<RefCell<Node>>>,
}

#[ensures(result)]
pub fn second_is_another(first: &Rc<RefCell<Node>>) -> bool {
    match &first.borrow().next {
        Some(next) => !Rc::ptr_eq(first, next),
        None => true,
    }
}
