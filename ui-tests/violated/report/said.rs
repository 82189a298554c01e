//! What panics say: what `expect` was given, and the numbers in a message.

use bverify_contracts::*;

#[ensures(true)]
pub fn head(items: &[u8]) -> u8 {
    *items.first().expect("a first item")
}

#[ensures(true)]
pub fn small(number: u8) -> u8 {
    if number > 9 {
        panic!("{number} has more than one digit");
    }
    number
}

#[ensures(true)]
pub fn sum(items: &[i32]) -> i32 {
    items.iter().fold(0, |sum, item| sum + item)
}
