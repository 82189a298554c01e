//! A clause that sets a cell.

use std::cell::Cell;

use bverify_contracts::*;

#[ensures({
    cell.set(1);
    true
})]
pub fn touch(cell: &Cell<u8>) {
    cell.set(2);
}
