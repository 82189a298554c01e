//! A lookup of a key that is not there is not well defined.

use bverify_contracts::*;

#[ensures(map! { 1 => 2 }[x] == 2)]
pub fn f(x: u8) -> u8 {
    x
}
