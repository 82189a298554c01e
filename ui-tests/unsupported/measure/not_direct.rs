//! A measure is not asked at calls whose callee is not known where they are written.
use bverify_contracts::*;

#[decreases(n)]
#[ensures(result == 0)]
pub fn by_closure(n: u32) -> u32 {
    let again = |m: u32| by_closure(m);
    if n == 1 { again(2) } else { 0 }
}

#[decreases(n)]
#[ensures(result == 0)]
pub fn by_pointer(n: u32) -> u32 {
    let again: fn(u32) -> u32 = by_pointer;
    if n == 1 { again(2) } else { 0 }
}

pub trait Again {
    fn again(&self, n: u32) -> u32;
}

pub struct Once;

impl Again for Once {
    fn again(&self, n: u32) -> u32 {
        by_object(n, self)
    }
}

#[decreases(n)]
#[ensures(result == 0)]
pub fn by_object(n: u32, other: &dyn Again) -> u32 {
    if n == 1 { other.again(2) } else { 0 }
}

#[decreases(n)]
#[ensures(result == 0)]
pub fn by_name(n: u32) -> u32 {
    if n == 1 { Some(2).map(by_name).unwrap_or(0) } else { 0 }
}
