use bverify_contracts::*;

#[ensures(forall(|x| x > 0))]
#[ensures(exists(|x: u8| x))]
pub fn same(x: u8) -> u8 {
    x
}
