//! A specification field without an abstraction function.

use bverify_contracts::*;

#[spec_field(items: Seq<u32>)]
pub struct Stack {
    len: usize,
}

#[ensures(result == s.items.len())]
pub fn f(s: &Stack) -> usize {
    s.len
}
