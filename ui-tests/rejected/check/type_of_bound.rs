use bverify_contracts::*;

#[check(int_bits = all, scope = -3)]
pub fn same(x: u8) -> u8 {
    x
}
