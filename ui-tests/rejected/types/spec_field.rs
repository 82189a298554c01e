//! A specification field has a type.

use bverify_contracts::*;

#[spec_field(items = 3)]
pub struct Stack {
    len: usize,
}

#[ensures(true)]
pub fn f(s: Stack) {}
