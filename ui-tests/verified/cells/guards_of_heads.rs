//! What the head of a loop, or the initialiser of a variable, borrows is given back when the loop or the variable
//! ends.
use bverify_contracts::*;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::panic;

pub struct Logged<'a>(&'a Cell<u32>, u32);

impl Drop for Logged<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}

impl Deref for Logged<'_> {
    type Target = u32;
    fn deref(&self) -> &u32 {
        &self.1
    }
}

#[ensures(true)]
pub fn copied_before(c: &RefCell<Vec<u8>>) {
    let copy = c.borrow().clone();
    for x in copy {
        c.borrow_mut().push(x);
    }
}

#[ensures(true)]
pub fn number(c: &RefCell<Vec<u8>>) {
    let len = c.borrow().len();
    if len == 7 {
        panic!();
    }
    c.borrow_mut().clear();
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 83)]
pub fn behind(log: &Cell<u32>) {
    let value = &*Logged(log, 3);
    log.set(8);
    let _ = value;
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 83)]
pub fn either(log: &Cell<u32>) {
    let value = if log.get() == 0 {
        &Logged(log, 3)
    } else {
        &Logged(log, 4)
    };
    log.set(8);
    let _ = value;
}

#[requires(log.get() == 0)]
#[ensures(log.get() == 129)]
pub fn rounds(log: &Cell<u32>) {
    for x in 1..*Logged(log, 9) - 6 {
        log.set(log.get() * 10 + x);
    }
}
