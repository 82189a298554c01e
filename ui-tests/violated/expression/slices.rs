//! Parts of vectors and slices are compared by what they hold.
use bverify_contracts::*;

#[ensures(result[..] == v[..])]
#[ensures(v.len() > 1 ==> result[1..] == v[1..])]
pub fn copy(v: &[u8]) -> Vec<u8> {
    v.iter().rev().copied().collect()
}

#[requires(v.len() > 1)]
#[ensures(v[1..] == old(v[1..]))]
pub fn first(v: &mut [u8]) {
    v[1] = 7;
}

#[ensures(result == (a == b))]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
}

#[ensures(result == (a == b))]
pub fn equal_vectors(a: Vec<u8>, b: Vec<u8>) -> bool {
    a.len() == b.len()
}
