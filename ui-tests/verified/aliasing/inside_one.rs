//! Two shared references of one argument may lead to the same cell.
use std::cell::{Cell, RefCell};

use bverify_contracts::*;

pub struct Both<'a> {
    a: &'a Cell<u8>,
    b: &'a Cell<u8>,
}

#[requires(!same(both.a, both.b))]
#[ensures(true)]
pub fn lent(both: &mut Both) {
    both.a.set(1);
    both.b.set(2);
    assert!(both.a.get() == 1);
}

#[ensures(true)]
pub fn given(both: Option<Both>) {
    if let Some(both) = both {
        both.a.set(1);
        both.b.set(2);
        assert!(both.b.get() == 2);
    }
}

#[ensures(true)]
pub fn tuple(both: (&RefCell<u8>, &RefCell<u8>)) {
    let half = *both.0.borrow_mut() / 2;
    *both.1.borrow_mut() = half;
    *both.0.borrow_mut() = 0;
}
