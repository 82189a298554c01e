//! A tree of shared nodes whose children know their parent weakly: `detach` forgets the link back.
use bverify_contracts::*;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

pub struct Node {
    parent: Weak<RefCell<Node>>,
    child: Option<Rc<RefCell<Node>>>,
}

#[invariant(self.root.reach1(child).all(|node| !same(node, self.root)))]
pub struct Tree {
    root: Rc<RefCell<Node>>,
}

impl Tree {
    #[ensures(match result { Some(child) => child.reach(parent).len() == 1, None => true })]
    pub fn detach(&mut self) -> Option<Rc<RefCell<Node>>> {
        self.root.borrow_mut().child.take()
    }
}
