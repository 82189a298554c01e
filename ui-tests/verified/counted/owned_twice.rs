//! An `Rc` that is copied bit by bit is one owner if the other is forgotten, or counted.

use bverify_contracts::*;
use std::ptr;
use std::rc::Rc;

#[ensures(Rc::ptr_eq(&result, r))]
pub fn shared(r: &Rc<u8>) -> Rc<u8> {
    let copy = unsafe { ptr::read(r) };
    std::mem::forget(r.clone());
    copy
}

#[requires(!v.is_empty())]
#[ensures(v.len() == old(v.len()) + 1)]
pub fn doubled(v: &mut Vec<Rc<u8>>) {
    let first = unsafe { ptr::read(&v[0]) };
    v.push(first.clone());
    std::mem::forget(first);
}
