//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[panics(n > 5)]
#[may_panic(n == 3)]
pub fn pick(n: u8) -> u8 {
    assert!(n <= 5);
    n
}
