//! What the head of a loop, or the initialiser of a variable, borrows is given back when the loop or the variable
//! ends.
use bverify_contracts::*;
use std::cell::RefCell;

#[ensures(true)]
pub fn in_head(c: &RefCell<Vec<u8>>) {
    for x in c.borrow().iter() {
        if *x == 2 {
            c.borrow_mut().push(1);
        }
    }
}

#[ensures(true)]
pub fn counted(c: &RefCell<Vec<u8>>) {
    for _ in 0..c.borrow().len() {
        c.borrow_mut().clear();
    }
}

#[ensures(true)]
pub fn behind(c: &RefCell<Vec<u8>>) {
    let v = &mut *c.borrow_mut();
    if c.borrow().len() > 1 {
        v.push(1);
    }
}

#[ensures(true)]
pub fn coerced(c: &RefCell<Vec<u8>>) {
    let v: &[u8] = &c.borrow();
    if v.len() == 1 {
        c.borrow_mut().clear();
    }
}

#[ensures(true)]
pub fn field(c: &RefCell<(u8, u8)>) {
    let first = &mut c.borrow_mut().0;
    *first = c.borrow().1;
}

#[ensures(true)]
pub fn in_block(c: &RefCell<u8>) {
    let value = { &*c.borrow() };
    c.replace(*value);
}
