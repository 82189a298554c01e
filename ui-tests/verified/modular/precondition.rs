// flags: --modular
//! What a callee requires is the caller's duty.
use bverify_contracts::*;

#[requires(x > 0)]
#[ensures(result == 10 / x)]
fn share(x: u8) -> u8 {
    10 / x
}

#[ensures(result <= 10)]
pub fn shares(x: u8) -> u8 {
    if x == 0 { 10 } else { share(x) }
}
