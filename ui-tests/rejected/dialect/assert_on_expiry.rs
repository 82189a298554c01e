//! `assert_on_expiry` with one condition.

use prusti_contracts::*;

#[assert_on_expiry(*result > 0)]
pub fn lend(n: &mut u32) -> &mut u32 {
    n
}
