//! The same with the borrow ended by then.

use std::cell::RefCell;
use std::rc::Rc;

use bverify_contracts::*;

pub struct Node {
    val: i32,
    next: Option<Rc<RefCell<Node>>>,
}

pub struct Queue {
    head: Option<Rc<RefCell<Node>>>,
}

impl Queue {
    #[ensures(result ==> old(self.head.is_some()))]
    pub fn skip(&mut self) -> bool {
        let Some(old) = self.head.take() else { return false };
        let next = old.borrow_mut().next.take();
        if let Some(next) = next {
            next.borrow_mut().val = 0;
            self.head = Some(next);
        }
        true
    }
}
