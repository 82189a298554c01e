//! A weak pointer is alive exactly if a strong one leads to the same.
use bverify_contracts::*;
use std::rc::{Rc, Weak};

#[ensures(result.is_none())]
pub fn alone(weak: &Weak<u8>) -> Option<u8> {
    weak.upgrade().map(|value| *value)
}

#[ensures(result.is_some() <==> same(weak, strong))]
pub fn beside(weak: &Weak<u8>, strong: &Rc<u8>) -> Option<u8> {
    weak.upgrade().map(|value| *value)
}
