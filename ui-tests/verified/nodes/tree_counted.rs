//! `#[tree]` on pointers that count: no node is shared.

use std::cell::RefCell;
use std::rc::Rc;

use bverify_contracts::*;

type Link = Option<Rc<RefCell<Node>>>;

#[shape]
pub struct Node {
    key: u32,
    #[tree]
    left: Link,
    #[tree]
    right: Link,
}

pub struct Tree {
    root: Link,
}

impl Tree {
    #[ensures(true)]
    pub fn lift(&mut self) {
        if let Some(root) = &self.root {
            let right = root.borrow_mut().right.take();
            root.borrow_mut().left = right;
        }
    }

    #[ensures(true)]
    pub fn differ(&self) {
        if let Some(root) = &self.root {
            let node = root.borrow();
            if let (Some(left), Some(right)) = (&node.left, &node.right) {
                assert!(!Rc::ptr_eq(left, right));
            }
        }
    }
}
