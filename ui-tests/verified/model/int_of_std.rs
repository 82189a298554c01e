//! The twin of the violated case, with the smallest fix.

use std::cmp::Ordering;

use bverify_contracts::*;

#[ensures(result == v.iter().map(|x| *x + 1).max().unwrap_or(0))]
pub fn above(v: &[u8]) -> u16 {
    v.iter().map(|x| *x as u16 + 1).max().unwrap_or(0)
}

#[ensures(result == v.iter().max_by_key(|x| (**x - 3).abs()).copied())]
pub fn far_from_three(v: &[u8]) -> Option<u8> {
    v.iter().copied().max_by_key(|x| x.abs_diff(3))
}

#[ensures(result == (a + b).cmp(&c))]
pub fn compare(a: u8, b: u8, c: u8) -> Ordering {
    (a as u16 + b as u16).cmp(&(c as u16))
}

#[ensures(result == (a + 1).pow(2) - 2 * a - 1)]
pub fn square(a: u8) -> u32 {
    (a as u32).pow(2)
}

#[ensures(result == u8::try_from(a + b).is_ok())]
pub fn fits(a: u8, b: u8) -> bool {
    a.checked_add(b).is_some()
}

#[ensures(result == std::cmp::max(a - b, 0))]
pub fn above_zero(a: u8, b: u8) -> u8 {
    a.saturating_sub(b)
}
