// A clause follows a `Weak` and copies an `Rc` without counting: what later clauses ask of the counts stays true.
use bverify_contracts::*;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

pub struct Node {
    value: u8,
    parent: RefCell<Weak<Node>>,
    kids: RefCell<Vec<Rc<Node>>>,
}

#[requires(!same(parent, kid) && parent.parent.borrow().upgrade().is_none())]
#[requires(kid.parent.borrow().upgrade().is_none() && kid.kids.borrow().is_empty() && parent.kids.borrow().is_empty())]
#[ensures(same(kid.parent.borrow().upgrade(), parent))]
#[ensures(kid.parent.borrow().upgrade().is_some_and(|it| it.value == parent.value))]
#[ensures(parent.kids.borrow().last().is_some_and(|it| Rc::ptr_eq(it, &kid.clone())))]
#[ensures(Rc::strong_count(kid) == old(Rc::strong_count(kid)) + 1)]
pub fn adopt(parent: &Rc<Node>, kid: &Rc<Node>) {
    parent.kids.borrow_mut().push(kid.clone());
    *kid.parent.borrow_mut() = Rc::downgrade(kid);
}
