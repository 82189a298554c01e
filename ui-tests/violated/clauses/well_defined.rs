//! Evaluating the clause itself would panic.

use bverify_contracts::*;

#[ensures(result.unwrap() < x)]
pub fn below(x: u32) -> Option<u32> {
    if x == 0 { None } else { Some(x - 1) }
}
