//! With `check(shared)`, what is counted may have owners outside, and what is in cells borrowers.
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use bverify_contracts::*;

#[check(shared)]
#[ensures(result.is_some() == (old(Rc::strong_count(&it)) == 1))]
pub fn unwrap(it: Rc<u8>) -> Option<u8> {
    Rc::try_unwrap(it).ok()
}

#[check(shared)]
#[ensures(result.is_ok() ==> *cell.borrow() == 1)]
pub fn write(cell: &RefCell<u8>) -> Result<(), ()> {
    *cell.try_borrow_mut().map_err(|_| ())? = 1;
    Ok(())
}

/// Nobody else has it.
#[check(shared)]
#[ensures(*cell.borrow() == 1)]
pub fn own(cell: &mut RefCell<u8>) {
    *cell.borrow_mut() = 1;
}

#[ensures(result.is_none())]
pub fn upgrade(weak: &Weak<u8>) -> Option<u8> {
    weak.upgrade().map(|it| *it)
}

#[check(shared)]
#[ensures(seen.get() == old(seen.get()) || same(&**cell, seen))]
pub fn lent(cell: &Rc<Cell<u8>>, seen: &Cell<u8>) {
    cell.set(1);
}
