//! The twin of the violated case, with the smallest fix.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use bverify_contracts::*;

pub struct Node {
    key: u8,
    parent: RefCell<Weak<Node>>,
}

#[ensures(result.0.reach(parent).len() == 2)]
pub fn child() -> (Rc<Node>, Option<Rc<Node>>) {
    let parent = Rc::new(Node {
        key: 1,
        parent: RefCell::new(Weak::new()),
    });
    let child = Rc::new(Node {
        key: 2,
        parent: RefCell::new(Rc::downgrade(&parent)),
    });
    (child, Some(parent))
}
