// flags: --overflow wrap
//! Division that leaves its type panics in a release as well.
use bverify_contracts::*;

#[requires(y != 0)]
pub fn quotient(x: i8, y: i8) -> i8 {
    x / y
}
