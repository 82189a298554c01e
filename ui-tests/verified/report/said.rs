//! The same with what keeps them from panicking.

use bverify_contracts::*;

#[requires(!items.is_empty())]
pub fn head(items: &[u8]) -> u8 {
    *items.first().expect("a first item")
}

#[requires(number <= 9)]
pub fn small(number: u8) -> u8 {
    if number > 9 {
        panic!("{number} has more than one digit");
    }
    number
}

#[ensures(true)]
pub fn sum(items: &[i32]) -> i32 {
    items.iter().fold(0, |sum: i32, item| sum.wrapping_add(*item))
}
