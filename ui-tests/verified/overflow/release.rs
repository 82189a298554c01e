// flags: --overflow wrap
//! In a release, a sum that leaves its type wraps.
use bverify_contracts::*;

#[ensures(result > x || x == u8::MAX && result == 0)]
pub fn successor(x: u8) -> u8 {
    x + 1
}

#[ensures(result == x || x == i32::MIN && result == x)]
pub fn twice_negated(x: i32) -> i32 {
    -(-x)
}

#[ensures(result == x.wrapping_shr(by as u32))]
pub fn shifted(x: u16, by: u16) -> u16 {
    x >> by
}

#[ensures(result == a.wrapping_add(b))]
pub fn total(a: u8, b: u8) -> u8 {
    [a, b].iter().sum()
}
