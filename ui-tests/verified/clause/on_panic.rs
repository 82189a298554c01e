//! What holds when a panic leaves.

use bverify_contracts::*;

#[may_panic(true)]
#[on_panic(*n == old(*n))]
pub fn bump(n: &mut u32) {
    assert!(*n < 7);
    *n += 1;
}
