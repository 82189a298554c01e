//! One of the two values is lost.

use bverify_contracts::*;

#[ensures(*a == old(*b))]
#[ensures(*b == old(*a))]
pub fn swap(a: &mut i32, b: &mut i32) {
    *a = *b;
    *b = *a;
}
