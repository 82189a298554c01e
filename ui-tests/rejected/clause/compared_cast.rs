use bverify_contracts::*;

#[ensures(x as u16 < 300)]
pub fn same(x: u8) -> u8 {
    x
}
