use bverify_contracts::*;

#[ensures(sorted(x))]
pub fn same(x: u8) -> u8 {
    x
}
