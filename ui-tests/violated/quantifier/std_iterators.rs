//! Closures that iterators of std call may speak of the entry.
use bverify_contracts::*;

#[requires(v.iter().all(|x| *x < 9))]
#[ensures(v.len() == old(v.len()))]
#[ensures(v.iter().enumerate().all(|(i, x)| *x == old(v[i]) + 1))]
#[ensures(!v.iter().copied().any(|x| x == 0 || !old(v.contains(&(x - 1)))))]
pub fn bump(v: &mut Vec<u8>) {
    for x in v.iter_mut() {
        *x += 2;
    }
}

#[ensures((0..v.len()).rev().all(|i| v[i] == old(v[v.len() - 1 - i])))]
pub fn reverse(v: &mut Vec<u8>) {
    v.sort();
}
