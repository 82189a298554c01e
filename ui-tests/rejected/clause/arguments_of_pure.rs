use bverify_contracts::*;

#[pure(x)]
pub fn same(x: u8) -> u8 {
    x
}
