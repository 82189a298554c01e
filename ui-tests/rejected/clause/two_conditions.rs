use bverify_contracts::*;

#[ensures(x > 0, x < 3)]
pub fn same(x: u8) -> u8 {
    x
}
