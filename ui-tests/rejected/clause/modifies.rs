//! `modifies` lists places of the function.

use bverify_contracts::*;

#[modifies(other.n)]
pub fn f(n: &mut u32) {
    *n = 0;
}
