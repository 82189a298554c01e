//! Operators of a type parameter are any functions: what they give is told, and a test gives the same.
use std::ops::{Add, Neg};

use bverify_contracts::*;

#[ensures(result == b + a)]
pub fn sum<T: Add<Output = T> + Copy + Eq>(a: T, b: T) -> T {
    a + b
}

#[ensures(result == a)]
pub fn negated<T: Neg<Output = T> + Copy + Eq>(a: T) -> T {
    -(-a)
}

#[ensures(result == T::default())]
pub fn or_default<T: Default + Eq + Copy>(a: Option<T>) -> T {
    a.unwrap_or_default()
}
