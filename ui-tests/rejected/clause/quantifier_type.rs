//! A quantified variable has a type.

use bverify_contracts::*;

#[ensures(forall(|x| x == x))]
pub fn f(n: u32) -> u32 {
    n
}
