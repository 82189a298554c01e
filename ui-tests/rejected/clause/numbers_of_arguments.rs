//! The forms of specifications with other numbers of arguments.

use bverify_contracts::*;


#[ensures(old(*n, *n) == 0)]
pub fn two(n: &mut u32) {
    *n = 0;
}

#[ensures(same(n))]
pub fn one(n: &mut u32) {
    *n = 0;
}

#[ensures(forall(i, i < *n))]
pub fn apart(n: &mut u32) {
    *n = 0;
}
