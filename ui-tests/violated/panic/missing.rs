//! The contract demands a panic that does not come.

use bverify_contracts::*;

#[panics(x == 0)]
#[ensures(result < x)]
pub fn predecessor(x: u16) -> u16 {
    if x == 0 {
        return 0;
    }
    x - 1
}
