//! The twin of the violated case.

use bverify_contracts::*;

#[ensures(x == 1 ==> map! { 1 => 2 }[x] == 2)]
pub fn f(x: u8) -> u8 {
    x
}
