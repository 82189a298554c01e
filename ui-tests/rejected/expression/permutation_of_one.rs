use bverify_contracts::*;

#[ensures(permutation(seq![x]))]
pub fn same(x: u8) -> u8 {
    x
}
