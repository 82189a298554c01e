//! A number that is not zero.

use std::num::NonZeroU8;

#[kani::proof]
fn a_number_that_is_not_zero() {
    let n: NonZeroU8 = kani::any();
    assert!(n.get() > 1);
}
