//! A cast says nothing of the type of what is cast: these are `i32`.
use bverify_contracts::*;

#[ensures(true)]
pub fn powers_of_two() -> i64 {
    let mut number = 1;
    for _ in 0..31 {
        number *= 2;
    }
    number as i64
}

#[requires(more)]
#[ensures(true)]
pub fn sum(more: bool) -> u64 {
    let first = 2_000_000_000;
    let mut second = 0;
    if more {
        second = 1_000_000_000;
    }
    (first + second) as u64
}
