//! A map comes in with any entries, in any order; what a key was given is found again, and nothing is cut.
use std::collections::HashMap;

use bverify_contracts::*;

#[ensures(m.get(&k) == Some(&v))]
#[ensures(m.len() == old(m.len()) + if result.is_some() { 0 } else { 1 })]
#[ensures(forall(|other: u8| other != k ==> m.get(&other) == old(m.get(&other))))]
pub fn put(m: &mut HashMap<u8, u8>, k: u8, v: u8) -> Option<u8> {
    m.insert(k, v)
}
