use bverify_contracts::*;

#[check(int_bits = full)]
#[ensures(x * x != 12321)]
pub fn square(x: u16) {}
