//! A guard gives its borrow back when it is dropped, and specifications drop nothing.
use bverify_contracts::*;
use std::cell::RefCell;

#[requires(*cell.borrow() < 100)]
pub fn increment(cell: &RefCell<u8>) {
    *cell.borrow_mut() += 1;
}
