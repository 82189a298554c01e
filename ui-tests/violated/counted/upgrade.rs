//! A weak pointer that comes alone leads to nothing that is alive.
use bverify_contracts::*;
use std::rc::Weak;

#[ensures(result.is_some())]
pub fn upgrade(weak: &Weak<u8>) -> Option<u8> {
    weak.upgrade().map(|value| *value)
}
