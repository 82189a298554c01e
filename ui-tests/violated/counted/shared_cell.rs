//! Two pointers may share one cell: a write through one is seen through the other.
use bverify_contracts::*;
use std::cell::Cell;
use std::rc::Rc;

#[ensures(result == 1)]
pub fn write_both(one: &Rc<Cell<u8>>, other: &Rc<Cell<u8>>) -> u8 {
    one.set(1);
    other.set(2);
    one.get()
}
