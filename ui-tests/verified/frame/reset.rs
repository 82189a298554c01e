//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Pair {
    pub a: i32,
    pub b: i32,
}

#[modifies(pair.a, pair.b)]
#[ensures(pair.a == 0)]
pub fn reset(pair: &mut Pair) {
    pair.a = 0;
    pair.b = 0;
}
