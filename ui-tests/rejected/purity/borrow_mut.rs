//! A clause that borrows a cell to write.

use std::cell::RefCell;

use bverify_contracts::*;

#[ensures(*cell.borrow_mut() == 2)]
pub fn touch(cell: &RefCell<u8>) {
    *cell.borrow_mut() = 2;
}
