// flags: --overflow wrap
//! What is strict stays strict, and a negation of the least number does not make it positive.
use bverify_contracts::*;

#[ensures(result >= 0)]
pub fn magnitude(x: i16) -> i16 {
    x.abs()
}
