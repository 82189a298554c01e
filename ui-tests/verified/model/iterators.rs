//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;


#[ensures(result == v.seq().iter().position(|x| x == key))]
pub fn find(v: &[u8], key: u8) -> Option<usize> {
    v.iter().position(|x| *x == key)
}

#[ensures(v.seq().iter().enumerate().all(|(i, x)| x == result[i]))]
#[ensures(v.seq().iter().zip(result.seq()).all(|(x, y)| x == y))]
#[ensures(v.seq().iter().rev().collect() == result.seq().reverse())]
pub fn copy(v: &[u8]) -> Vec<u8> {
    v.to_vec()
}

#[ensures(result == v.seq().iter().max())]
#[ensures(result == v.seq().iter().fold(None, |most, x| if most.is_some_and(|m| m >= x) { most } else { Some(x) }))]
pub fn largest(v: &[u8]) -> Option<u8> {
    v.iter().max().copied()
}

#[ensures(result == v.seq().starts_with(w.seq()))]
pub fn starts(v: &[u8], w: &[u8]) -> bool {
    v.starts_with(w)
}

#[ensures(result == v.iter().map(|x| x / 2).collect())]
pub fn halves(v: &[u8]) -> Vec<u8> {
    v.iter().map(|x| x / 2).collect()
}
