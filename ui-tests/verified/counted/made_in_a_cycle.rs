//! `Rc::new_cyclic`: what is made knows itself, and is not there before it is made.

use bverify_contracts::*;
use std::cell::Cell;
use std::rc::{Rc, Weak};

pub struct Node {
    value: u8,
    this: Weak<Node>,
    early: Cell<bool>,
}

#[ensures(result.value == value && !result.early.get())]
#[ensures(same(result.this, result))]
pub fn node(value: u8) -> Rc<Node> {
    Rc::new_cyclic(|this| Node {
        value,
        this: this.clone(),
        early: Cell::new(this.upgrade().is_some()),
    })
}

#[ensures(result == (1, 0))]
pub fn watchers(value: u8) -> (usize, usize) {
    let node = node(value);
    let seen = Rc::downgrade(&node);
    let before = seen.weak_count() - 1;
    drop(node);
    (before, seen.weak_count())
}
