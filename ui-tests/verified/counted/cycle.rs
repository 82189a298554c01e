//! An invariant over the chain keeps circles out.
use bverify_contracts::*;
use std::cell::RefCell;
use std::rc::Rc;

pub struct Node {
    next: Option<Rc<RefCell<Node>>>,
}

#[invariant(self.first.reach1(next).all(|node| !same(node, self.first)))]
pub struct List {
    first: Option<Rc<RefCell<Node>>>,
}

impl List {
    #[ensures(result)]
    pub fn second_is_another(&self) -> bool {
        let Some(first) = &self.first else {
            return true;
        };
        match &first.borrow().next {
            Some(next) => !Rc::ptr_eq(first, next),
            None => true,
        }
    }
}
