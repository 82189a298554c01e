use bverify_contracts::*;

#[ensures(x > 1 ==>)]
pub fn same(x: u8) -> u8 {
    x
}
