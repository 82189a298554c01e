//! When a borrow ends is not known, so a call of what asks something of that is refused.

use prusti_contracts::*;

#[assert_on_expiry(*result > 0, *n > 0)]
fn lend(n: &mut u32) -> &mut u32 {
    n
}

#[ensures(true)]
pub fn clear(n: &mut u32) {
    *lend(n) = 0;
}
