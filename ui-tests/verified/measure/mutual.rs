//! Functions that call each other: each call makes the measure smaller.
use bverify_contracts::*;

#[decreases(n)]
pub fn even(n: u8) -> bool {
    if n == 0 { true } else { odd(n - 1) }
}

#[decreases(n)]
pub fn odd(n: u8) -> bool {
    if n == 0 { false } else { even(n - 1) }
}
