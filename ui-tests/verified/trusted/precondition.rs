//! A caller owes the precondition of a trusted function.

use bverify_contracts::*;

#[trusted]
#[requires(n < 10)]
fn small(n: u32) -> u32 {
    n
}

#[requires(n < 10)]
#[ensures(true)]
pub fn call(n: u32) -> u32 {
    small(n)
}
