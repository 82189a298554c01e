//! Guards that are split guard both parts until the last of them is dropped.

use std::cell::{Ref, RefCell, RefMut};

#[bverify_contracts::ensures(result)]
pub fn halves(cell: &RefCell<(u8, u8)>) -> bool {
    let (one, mut other) = RefMut::map_split(cell.borrow_mut(), |pair| (&mut pair.0, &mut pair.1));
    *other = *one;
    drop(one);
    let held = cell.try_borrow().is_err();
    drop(other);
    let pair = cell.borrow();
    held && pair.0 == pair.1
}

#[bverify_contracts::ensures(result)]
pub fn readers(cell: &RefCell<(u8, u8)>) -> bool {
    let (one, other) = Ref::map_split(cell.borrow(), |pair| (&pair.0, &pair.1));
    drop(one);
    let held = cell.try_borrow_mut().is_err();
    drop(other);
    held && cell.try_borrow_mut().is_ok()
}
