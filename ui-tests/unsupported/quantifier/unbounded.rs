//! A body that computes with its variable, of which nothing bounds the numbers.
use bverify_contracts::*;

#[ensures(result == exists(|k: u32| k * k == x))]
pub fn is_square(x: u32) -> bool {
    x == 1 || x == 4
}

#[ensures(forall(|k: i32| k + n != 1000))]
pub fn far(n: i32) {}

#[ensures(forall(|k: i32| k < 10 ==> k / 3 != -100))]
pub fn below(n: i32) {}

#[ensures(forall(|pair: (u8, u8)| pair.0 + pair.1 != 300))]
pub fn sums() {}
