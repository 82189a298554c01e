//! An `Rc` that is copied bit by bit has one owner more than it counts.

use bverify_contracts::*;
use std::ptr;
use std::rc::Rc;

#[ensures(Rc::ptr_eq(&result, r))]
pub fn shared(r: &Rc<u8>) -> Rc<u8> {
    unsafe { ptr::read(r) }
}

#[requires(!v.is_empty())]
#[ensures(v.len() == old(v.len()) + 1)]
pub fn doubled(v: &mut Vec<Rc<u8>>) {
    let first = unsafe { ptr::read(&v[0]) };
    v.push(first);
}
