//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(result.is_some() ==> result.unwrap() < x)]
pub fn below(x: u32) -> Option<u32> {
    if x == 0 { None } else { Some(x - 1) }
}
