//! Two pointers to one `RefCell`: the second borrow panics if they are the same.
use bverify_contracts::*;
use std::cell::RefCell;
use std::rc::Rc;

#[ensures(true)]
pub fn swap(one: &Rc<RefCell<u8>>, other: &Rc<RefCell<u8>>) {
    let mut left = one.borrow_mut();
    let mut right = other.borrow_mut();
    std::mem::swap(&mut *left, &mut *right);
}
