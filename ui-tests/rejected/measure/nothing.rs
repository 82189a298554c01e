use bverify_contracts::*;

#[decreases()]
pub fn same(x: u8) -> u8 {
    x
}
