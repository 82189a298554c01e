// flags: --overflow wrap
//! Division that leaves its type panics in a release as well.
use bverify_contracts::*;

#[requires(y != 0 && !(x == i8::MIN && y == -1))]
pub fn quotient(x: i8, y: i8) -> i8 {
    x / y
}

#[panics(y == 0)]
pub fn wrapped(x: i8, y: i8) -> i8 {
    x.wrapping_div(y)
}
