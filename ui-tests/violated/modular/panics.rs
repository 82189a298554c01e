// flags: --modular
//! A callee that may panic may panic wherever its clause lets it.
use bverify_contracts::*;

#[may_panic(x > 2)]
#[ensures(result == x)]
fn small(x: u8) -> u8 {
    assert!(x <= 5);
    x
}

#[requires(x <= 4)]
#[ensures(result == x)]
pub fn same(x: u8) -> u8 {
    small(x)
}
