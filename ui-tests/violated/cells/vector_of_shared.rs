//! The elements of a vector may share a cell.
use std::cell::RefCell;
use std::rc::Rc;

use bverify_contracts::*;

#[ensures(true)]
pub fn both(v: &Vec<Rc<RefCell<u32>>>) {
    if v.len() == 2 {
        let _first = v[0].borrow_mut();
        let _second = v[1].borrow_mut();
    }
}
