//! On entry the counts are those of the arguments themselves.
use bverify_contracts::*;
use std::rc::Rc;

#[ensures(result == 1 || result == 2 && Rc::ptr_eq(one, other))]
pub fn owners(one: &Rc<u8>, other: &Rc<u8>) -> usize {
    Rc::strong_count(one)
}

#[ensures(result == 1)]
pub fn alone(one: &Rc<u8>) -> usize {
    Rc::strong_count(one)
}

#[ensures(result == Some(*one))]
pub fn unwrapped(one: Rc<u8>) -> Option<u8> {
    Rc::try_unwrap(one).ok()
}
