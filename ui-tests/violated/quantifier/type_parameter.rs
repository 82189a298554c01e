//! A quantifier over a type parameter.

use bverify_contracts::*;

#[ensures(forall(|x: T| result.contains(&x) ==> x == a))]
pub fn only<T: Eq + Clone>(a: T, b: T) -> Vec<T> {
    vec![a, b]
}
