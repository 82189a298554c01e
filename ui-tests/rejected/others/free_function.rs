//! `extern_spec` on a function that stands by itself.
use bverify_contracts::*;

#[extern_spec]
#[ensures(result >= a && result >= b)]
fn max(a: u8, b: u8) -> u8;

#[ensures(result >= 3)]
pub fn at_least(a: u8) -> u8 {
    max(a, 3)
}
