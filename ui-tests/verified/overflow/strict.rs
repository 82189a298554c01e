// flags: --overflow wrap
//! What is strict stays strict, and a negation of the least number does not make it positive.
use bverify_contracts::*;

#[ensures(result >= 0 || x == i16::MIN)]
pub fn magnitude(x: i16) -> i16 {
    x.abs()
}

#[panics(x == u8::MAX)]
pub fn strictly(x: u8) -> u8 {
    x.checked_add(1).unwrap()
}
