//! A trusted function panics where its contract says so.

use bverify_contracts::*;

#[trusted]
#[panics(n == 3)]
#[may_panic(n > 5)]
fn picky(n: u32) -> u32 {
    n
}

#[panics(n == 3)]
#[may_panic(n > 6)]
pub fn call(n: u32) -> u32 {
    picky(n)
}
