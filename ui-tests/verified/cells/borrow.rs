//! The twin of the violated case, with the smallest fix.

use std::cell::RefCell;

use bverify_contracts::*;

#[ensures(*cell.borrow() == value)]
#[ensures(result == old(*cell.borrow()))]
pub fn exchange(cell: &RefCell<u8>, value: u8) -> u8 {
    let before = *cell.borrow();
    *cell.borrow_mut() = value;
    before
}
