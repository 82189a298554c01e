// flags: --modular
//! A caller sees the contract of what it calls, not the body.
use bverify_contracts::*;

#[requires(x < 100)]
#[ensures(result == x + 1)]
fn next(x: u32) -> u32 {
    x + 1
}

#[requires(x < 10)]
#[ensures(result == x + 2)]
pub fn after_next(x: u32) -> u32 {
    next(next(x))
}
