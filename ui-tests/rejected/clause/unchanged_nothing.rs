//! `unchanged` without a place.

use bverify_contracts::*;


#[ensures(unchanged())]
pub fn f(n: &mut u32) {
    *n = 0;
}
