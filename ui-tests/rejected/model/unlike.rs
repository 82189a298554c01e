use bverify_contracts::*;

#[ensures(seq![1, true].len() == 2)]
#[ensures((seq![1] + set![2]).len() == 2)]
#[ensures(map! { 1 => 2 }[true] == 2)]
pub fn same(x: u8) -> u8 {
    x
}
