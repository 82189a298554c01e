//! What is borrowed from a key is equal and ordered as the key is.
use bverify_contracts::*;
use std::borrow::Borrow;

#[requires(keys.len() == 2 && keys[0] < keys[1])]
#[ensures(result == (find(keys, key) == Some(1)))]
pub fn is_second<K: Ord + Borrow<Q>, Q: Ord + ?Sized>(keys: &Vec<K>, key: &Q) -> bool {
    let first: &Q = keys[0].borrow();
    first < key && find(keys, key).is_some()
}

#[pure]
fn find<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &Vec<K>, key: &Q) -> Option<usize> {
    let mut at = 0;
    while at < keys.len() {
        if keys[at].borrow() == key {
            return Some(at);
        }
        at += 1;
    }
    None
}
