//! `implies` has two arguments.

use bverify_contracts::*;

#[requires(implies(n > 1))]
pub fn f(n: u8) -> u8 {
    n
}
