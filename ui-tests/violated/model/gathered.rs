//! What iterators of std give, gathered into model collections.
use bverify_contracts::*;
use std::collections::{BTreeMap, BTreeSet};

#[ensures(sum(m.values().collect::<Seq<_>>()) == result)]
pub fn total(m: &BTreeMap<u8, u8>) -> u32 {
    m.keys().map(|x| u32::from(*x)).sum()
}

#[ensures(result.set() == v.iter().copied().collect::<Set<u8>>())]
pub fn distinct(v: &[u8]) -> BTreeSet<u8> {
    v.iter().skip(1).copied().collect()
}

#[ensures(result.map() == v.iter().copied().collect::<Map<_, _>>())]
pub fn last_of_each(v: &[(u8, u8)]) -> BTreeMap<u8, u8> {
    v.iter().rev().copied().collect()
}

#[ensures(result.seq().to_multiset() == v.iter().rev().copied().collect())]
pub fn copy(v: &[u8]) -> Vec<u8> {
    v.iter().map(|x| x / 2).collect()
}

#[requires(v.iter().all(|x| x < 255))]
#[ensures(result.seq() == v.iter().map(|x| x + 1).collect::<Seq<u8>>())]
pub fn successors(v: &[u8]) -> Vec<u8> {
    v.iter().rev().map(|x| x + 1).collect()
}
