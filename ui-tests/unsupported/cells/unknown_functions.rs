//! A function of which nothing is known may write the cells that it is lent.
use std::cell::{Cell, RefCell};

use bverify_contracts::*;

#[ensures(true)]
pub fn closure(f: impl Fn(&Cell<u8>)) {
    let cell = Cell::new(1);
    f(&cell);
    assert!(cell.get() == 1);
}

#[ensures(true)]
pub fn pointer(f: fn(&Cell<u8>)) {
    let cell = Cell::new(1);
    f(&cell);
    assert!(cell.get() == 1);
}

#[ensures(true)]
pub fn asked_by_std(cells: &mut Vec<Cell<u8>>, f: impl FnMut(&Cell<u8>) -> bool) {
    cells.retain(f);
}

pub trait Visitor {
    fn visit(&self, cell: &RefCell<u8>);
}

#[ensures(true)]
pub fn method<V: Visitor>(visitor: &V, cell: &RefCell<u8>) {
    *cell.borrow_mut() = 1;
    visitor.visit(cell);
    assert!(*cell.borrow() == 1);
}

#[check(shared)]
#[ensures(true)]
pub fn lent_outside(outer: &RefCell<Cell<u8>>, inner: &Cell<u8>) {
    if let Ok(lent) = outer.try_borrow() {
        lent.set(1);
        inner.set(2);
        assert!(lent.get() == 1);
    }
}
