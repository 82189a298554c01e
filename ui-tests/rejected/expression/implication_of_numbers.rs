use bverify_contracts::*;

#[ensures(x ==> true)]
#[ensures(x <==> 3)]
pub fn same(x: u8) -> u8 {
    x
}
