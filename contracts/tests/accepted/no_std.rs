#![deny(warnings)]
#![no_std]
#![forbid(unsafe_code)]

extern crate std;

use bverify_contracts::{Map, Multiset, Seq, Set, ensures, implies, pure, requires};

#[requires(x > 0)]
#[ensures(result ==> x > 0)]
#[pure]
pub fn f(x: i32) -> bool {
    implies(x < 0, 1 / x < 1)
}

pub type Names = (Set<u8>, Seq<u8>, Map<u8, u8>, Multiset<u8>);

fn main() {
    assert!(f(0));
}
