use bverify_contracts::*;

#[may_panic(result == 1)]
#[panics(x)]
#[on_panic(result == 2)]
pub fn same(x: u8) -> u8 {
    x
}
