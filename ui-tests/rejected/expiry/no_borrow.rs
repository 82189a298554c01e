use bverify_contracts::*;

#[after_expiry(*result == 1)]
pub fn same(x: u8) -> u8 {
    x
}
