//! Several `panics` and `may_panic` clauses are alternatives.

use bverify_contracts::*;

#[panics(n > 5)]
#[may_panic(n == 3)]
pub fn pick(n: u8) -> u8 {
    assert!(n != 2 && n <= 5);
    n
}
