//! Mathematical maps.

use crate::{Int, Multiset, Seq, Set};

/// A mathematical map: pairs of which no two have the same key.
#[lang = "Map"]
#[invariant((0..self.entries.len()).all(|i| (0..i).all(|j| self.entries[i].0 != self.entries[j].0)))]
#[derive(Clone, Copy)]
pub struct Map<K, V> {
    entries: Seq<(K, V)>,
}

impl<K, V> Map<K, V> {
    #[lang = "map_empty"]
    #[model]
    pub fn new() -> Map<K, V> {
        Map { entries: Seq::new() }
    }
    #[model]
    pub fn empty() -> Map<K, V> {
        Map { entries: Seq::new() }
    }
    #[model]
    pub fn len(self) -> Int {
        self.entries.len()
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.entries.is_empty()
    }
    #[model]
    pub fn contains_key(self, key: K) -> bool {
        self.entries.any(|entry| entry.0 == key)
    }
    #[model]
    pub fn contains(self, key: K) -> bool {
        self.contains_key(key)
    }
    #[model]
    pub fn get(self, key: K) -> Option<V> {
        let found = self.entries.filter(|entry| entry.0 == key);
        if found.is_empty() { None } else { Some(found[0].1) }
    }
    #[lang = "map_index"]
    #[model]
    pub fn at(self, key: K) -> V {
        let found = self.entries.filter(|entry| entry.0 == key);
        found[0].1
    }
    #[lang = "map_insert"]
    #[model]
    pub fn insert(self, key: K, value: V) -> Map<K, V> {
        Map { entries: self.remove(key).entries.push((key, value)) }
    }
    #[model]
    pub fn update(self, key: K, value: V) -> Map<K, V> {
        self.insert(key, value)
    }
    #[model]
    pub fn remove(self, key: K) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| entry.0 != key) }
    }
    /// Where both have a key, the other's value counts.
    #[model]
    pub fn union(self, other: Map<K, V>) -> Map<K, V> {
        let kept = self.entries.filter(|entry| !other.contains_key(entry.0));
        Map { entries: kept.concat(other.entries) }
    }
    #[model]
    pub fn intersection(self, other: Map<K, V>) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| other.contains_key(entry.0)) }
    }
    #[model]
    pub fn difference(self, other: Map<K, V>) -> Map<K, V> {
        Map { entries: self.entries.filter(|entry| !other.contains_key(entry.0)) }
    }
    #[model]
    pub fn keys(self) -> Set<K> {
        self.entries.map(|entry| entry.0).to_set()
    }
    #[model]
    pub fn values(self) -> Multiset<V> {
        Multiset { elements: self.entries.map(|entry| entry.1) }
    }
    #[model]
    pub fn iter(self) -> Seq<(K, V)> {
        self.entries
    }
    #[model]
    pub fn map<U, F: Fn((K, V)) -> U>(self, f: F) -> Seq<U> {
        self.iter().map(f)
    }
    #[model]
    pub fn filter<F: Fn((K, V)) -> bool>(self, f: F) -> Map<K, V> {
        Map { entries: self.entries.filter(f) }
    }
    #[model]
    pub fn all<F: Fn((K, V)) -> bool>(self, f: F) -> bool {
        self.entries.all(f)
    }
    #[model]
    pub fn any<F: Fn((K, V)) -> bool>(self, f: F) -> bool {
        self.entries.any(f)
    }
}

/// Each entry as the one that a function makes of it; no two keys become one.
#[lang = "map_entries"]
#[model]
fn map_entries<K, V, L, W, F: Fn((K, V)) -> (L, W)>(map: Map<K, V>, f: F) -> Map<L, W> {
    Map { entries: map.entries.map(f) }
}

impl<K, V> PartialEq for Map<K, V> {
    #[model]
    fn eq(&self, other: &Map<K, V>) -> bool {
        let (left, right) = (self.entries, other.entries);
        left.len() == right.len()
            && left.all(|entry| right.any(|it| it.0 == entry.0 && it.1 == entry.1))
    }
}
impl<K, V> core::ops::BitOr for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn bitor(self, other: Map<K, V>) -> Map<K, V> {
        self.union(other)
    }
}
impl<K, V> core::ops::BitAnd for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn bitand(self, other: Map<K, V>) -> Map<K, V> {
        self.intersection(other)
    }
}
impl<K, V> core::ops::Sub for Map<K, V> {
    type Output = Map<K, V>;
    #[model]
    fn sub(self, other: Map<K, V>) -> Map<K, V> {
        self.difference(other)
    }
}
