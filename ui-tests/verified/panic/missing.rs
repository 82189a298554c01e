//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[panics(x == 0)]
#[ensures(result < x)]
pub fn predecessor(x: u16) -> u16 {
    if x == 0 {
        panic!("zero has no predecessor");
    }
    x - 1
}
