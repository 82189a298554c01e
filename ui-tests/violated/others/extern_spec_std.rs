//! A contract that std does not keep, and calls that do not meet those of others.

use bverify_contracts::*;

#[extern_spec]
impl<T> Vec<T> {
    #[requires(self.len() < 3)]
    #[ensures(self.seq() == old(self.seq()).push_front(x))]
    fn push(&mut self, x: T);
}

#[extern_spec(std::cmp)]
#[requires(a != b)]
#[ensures(result == a || result == b)]
fn min(a: u8, b: u8) -> u8;

#[extern_spec]
mod std {
    mod mem {
        #[ensures(*a == old(*b) && *b == old(*a))]
        pub fn swap<T>(a: &mut T, b: &mut T);
    }
}

#[requires(v.len() < 4)]
#[ensures(v.last() == Some(&1))]
pub fn add(v: &mut Vec<u8>) {
    v.push(1);
}

#[requires(a > 1)]
#[ensures(result <= b)]
pub fn smaller(a: u8, b: u8) -> u8 {
    std::cmp::min(a, b)
}

#[ensures(*a == old(*b))]
pub fn exchange(a: &mut u8, b: &mut u8) {
    std::mem::swap(a, b);
}
