//! A window wider than a type is all of it; a wide one is not gone through number by number.
use bverify_contracts::*;

#[check(int_bits = 64)]
#[ensures(result >= x / 2)]
pub fn half(x: u8, v: &Vec<u8>) -> usize {
    usize::from(x / 2) + v.len()
}

#[check(int_bits = 20)]
#[requires(x < 1_000_000)]
#[ensures(result % 7 < 7)]
pub fn far(x: u32) -> u32 {
    x / 3
}
