//! A reference to a value that is in no object of its own stands for the value.

use bverify_contracts::*;

#[ensures(result.is_some() ==> forall(|x: &T| v.contains(x) ==> *x <= result.unwrap()))]
#[ensures(exists(|k: &usize| *k <= v.len() && *k == v.len()))]
pub fn largest<T: Ord + Clone>(v: &[T]) -> Option<T> {
    let mut best = v.first()?;
    for x in &v[1..] {
        if x < best {
            best = x;
        }
    }
    Some(best.clone())
}
