//! Code that does not say how keys are compared: no two of them are one and the same.

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use bverify_contracts::*;

pub struct Cache<K, V> {
    kept: HashMap<K, V>,
    most: usize,
}

impl<K, V> Cache<K, V> {
    #[ensures(result <==> self.kept.len() >= self.most)]
    pub fn is_full(&self) -> bool {
        self.kept.len() >= self.most
    }
}

#[ensures(result == map.len())]
pub fn count<K, V>(map: &BTreeMap<K, V>) -> usize {
    map.keys().count()
}

#[ensures(result.is_some() <==> !heap.is_empty())]
pub fn top<T>(heap: &BinaryHeap<T>) -> Option<&T> {
    heap.peek()
}

pub struct Iter<'a, K, V> {
    inner: std::collections::hash_map::Iter<'a, K, V>,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = &'a V;

    #[ensures(result.is_none() ==> self.inner.len() == 0)]
    fn next(&mut self) -> Option<&'a V> {
        let (_, value) = self.inner.next()?;
        Some(value)
    }
}
