//! With `check(shared)`, what is counted may have owners outside, and what is in cells borrowers.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use bverify_contracts::*;

#[check(shared)]
#[ensures(result.is_some())]
pub fn unwrap(it: Rc<u8>) -> Option<u8> {
    Rc::try_unwrap(it).ok()
}

#[check(shared)]
#[ensures(true)]
pub fn write(cell: &RefCell<u8>) {
    *cell.borrow_mut() = 1;
}

#[check(shared)]
#[ensures(true)]
pub fn read(cell: Rc<RefCell<u8>>) -> u8 {
    *cell.borrow()
}

#[check(shared)]
#[ensures(result.is_none())]
pub fn upgrade(weak: &Weak<u8>) -> Option<u8> {
    weak.upgrade().map(|it| *it)
}
