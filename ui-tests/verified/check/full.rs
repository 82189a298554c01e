use bverify_contracts::*;

#[check(int_bits = full)]
#[ensures(x * x != 12322)]
pub fn square(x: u16) {}
