//! A precondition that cannot be evaluated is a mistake, not an excuse.
use bverify_contracts::*;

#[requires(x.unwrap() < 3)]
#[ensures(result < 3)]
pub fn small(x: Option<u8>) -> u8 {
    match x {
        Some(value) => value,
        None => 0,
    }
}
