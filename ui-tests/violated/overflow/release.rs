// flags: --overflow wrap
//! In a release, a sum that leaves its type wraps, and is smaller than what was added to.
use bverify_contracts::*;

#[ensures(result > x)]
pub fn successor(x: u8) -> u8 {
    x + 1
}
