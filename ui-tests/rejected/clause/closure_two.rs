use bverify_contracts::*;

#[ensures(|a, b| a > b)]
pub fn same(x: u8) -> u8 {
    x
}
