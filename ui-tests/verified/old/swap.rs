//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(*a == old(*b))]
#[ensures(*b == old(*a))]
pub fn swap(a: &mut i32, b: &mut i32) {
    let first = *a;
    *a = *b;
    *b = first;
}
