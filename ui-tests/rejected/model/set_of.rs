//! `Set::of` takes a closure with a typed variable.

use bverify_contracts::*;

#[ensures(Set::of(|x| x < n).contains(result))]
pub fn below(n: u8) -> u8 {
    n
}
