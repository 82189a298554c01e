use bverify_contracts::*;

#[requires(result > 0)]
pub fn same(x: u8) -> u8 {
    x
}
