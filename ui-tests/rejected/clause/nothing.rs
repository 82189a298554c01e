use bverify_contracts::*;

#[ensures()]
pub fn same(x: u8) -> u8 {
    x
}
