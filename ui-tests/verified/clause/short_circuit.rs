//! Clauses short-circuit, in order.

use bverify_contracts::*;

#[requires(d != 0 || n == 0)]
#[ensures(d != 0 ==> n / d == result)]
pub fn divide(n: u32, d: u32) -> u32 {
    if d == 0 { 0 } else { n / d }
}
