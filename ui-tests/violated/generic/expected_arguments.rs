// What the result of a call is expected to be, the arguments before one, and the function that a closure is given
// to say of which type it is.
use bverify_contracts::*;
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::BitXorAssign;

pub trait Count {
    fn count(&self) -> usize;
}
impl Count for &[u8] {
    fn count(&self) -> usize {
        self.len()
    }
}
pub struct Walk<N> {
    nodes: N,
}
impl<N: Count> Walk<N> {
    fn new(nodes: N) -> Self {
        Walk { nodes }
    }
}
fn walk(nodes: &Vec<u8>) -> Walk<&[u8]> {
    Walk::new(nodes)
}

#[ensures(result == nodes.len() + 1)]
pub fn counted(nodes: &Vec<u8>) -> usize {
    walk(nodes).nodes.count()
}

pub struct Mask(u8);
pub struct Other(u8);
impl BitXorAssign<&Other> for Mask {
    fn bitxor_assign(&mut self, other: &Other) {
        self.0 ^= other.0;
    }
}

#[ensures(mask.0 == old(mask.0) ^ other.0)]
pub fn flip(mask: &mut Mask, other: &mut Other) {
    BitXorAssign::bitxor_assign(mask, other);
    mask.0 ^= 1;
}

fn is_key<Q: PartialEq, V>(key: &Q) -> impl Fn(&(Q, V)) -> bool + '_ {
    move |entry| entry.0 == *key
}
fn position<T>(entries: &[T], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let mut at = 0;
    while at < entries.len() {
        if is_it(&entries[at]) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[ensures(result == entries.seq().iter().any(|entry| entry.0 == key))]
pub fn has_key(entries: &Vec<(i8, bool)>, key: i8) -> bool {
    position(entries, is_key(&key)) == Some(0)
}

struct Keys<K> {
    keys: Vec<K>,
}
impl<K> Keys<K> {
    fn ask<F: Fn(&K) -> bool>(&self, ask: F) -> bool {
        ask(self.keys[0].borrow())
    }
}

#[requires(keys.len() == 1)]
#[ensures(result == (keys[0].borrow() == key))]
pub fn is_first<K: Borrow<Q> + Clone, Q: Eq>(keys: &Vec<K>, key: &Q) -> bool {
    let keys = Keys { keys: keys.clone() };
    keys.ask(|known| known.borrow() != key)
}

pub struct Table<S> {
    seeds: S,
    len: u8,
}
impl<S: BuildHasher> Table<S> {
    fn hash<Q: Hash>(&self, key: &Q) -> u64 {
        let mut hasher = self.seeds.build_hasher();
        key.hash(&mut hasher);
        hasher.finish()
    }

    #[requires(self.len < 200)]
    #[ensures(self.len == old(self.len) + 1)]
    pub fn note(&mut self, key: u8) -> u64 {
        self.len += 1;
        self.hash(&key)
    }
}

fn is_next<Q: PartialEq, V>(key: Q) -> impl Fn(&(Q, V)) -> bool {
    move |entry| entry.0 == key
}

#[ensures(result == (entry.0 == key))]
pub fn is_it(entry: &(i8, bool), key: i8) -> bool {
    !is_next(key)(entry)
}
