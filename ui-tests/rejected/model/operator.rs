//! Sequences have no `-`.

use bverify_contracts::*;

#[ensures(seq![n] - seq![n] == seq![])]
pub fn f(n: u8) -> u8 {
    n
}
