//! The comparison is the wrong way round.

use bverify_contracts::*;

#[ensures(result >= a && result >= b)]
#[ensures(result == a || result == b)]
pub fn max(a: i32, b: i32) -> i32 {
    if b < a { b } else { a }
}
