//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(forall(|x: T| result.contains(&x) ==> x == a))]
pub fn only<T: Eq + Clone>(a: T, b: T) -> Vec<T> {
    vec![a]
}
