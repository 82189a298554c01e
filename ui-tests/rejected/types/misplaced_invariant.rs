//! An invariant does not stand on a function.

use bverify_contracts::*;

#[invariant(n > 0)]
pub fn f(n: u32) -> u32 {
    n
}
