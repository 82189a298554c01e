//! A clause assigns nothing.

use bverify_contracts::*;

#[requires(n >>= 1)]
pub fn f(n: u8) -> u8 {
    n
}
