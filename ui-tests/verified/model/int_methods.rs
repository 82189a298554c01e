//! What machine integers have that means the same of mathematical ones.
use bverify_contracts::*;

#[ensures(result == (a + b).min(255))]
#[ensures(result == (a + b).clamp(0, 255))]
pub fn sum_up_to(a: u8, b: u8) -> u8 {
    a.saturating_add(b)
}

#[ensures(result == (a - b).abs())]
#[ensures((a - b).signum() == 0 ==> result == 0)]
pub fn distance(a: u8, b: u8) -> u8 {
    a.abs_diff(b)
}

#[ensures(result == (a - b).max(0))]
pub fn difference(a: u8, b: u8) -> u8 {
    a.saturating_sub(b)
}

#[ensures(result == (a - b).rem_euclid(256))]
#[ensures((a - b).div_euclid(256) == if a < b { -1 } else { 0 })]
pub fn around(a: u8, b: u8) -> u8 {
    a.wrapping_sub(b)
}
