//! The closure of a postcondition has one parameter.

use bverify_contracts::*;

#[ensures(|a, b| a == b)]
pub fn f(n: u32) -> u32 {
    n
}
