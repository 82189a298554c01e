//! Finite maps.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::{BitAnd, BitOr, Index, Sub};

use super::{Multiset, Set};

/// A finite map.
#[derive(Clone, Debug)]
pub struct Map<K, V> {
    /// One for each key.
    entries: Vec<(K, V)>,
}

impl<K, V> Map<K, V> {
    /// The empty map.
    pub const fn new() -> Self {
        Map {
            entries: Vec::new(),
        }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(k, v)| (k, v))
    }
}

impl<K: PartialEq, V> Map<K, V> {
    /// The value of a key.
    pub fn get(&self, key: impl Borrow<K>) -> Option<&V> {
        let entry = self.entries.iter().find(|(k, _)| k == key.borrow());
        entry.map(|(_, v)| v)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: impl Borrow<K>) -> bool {
        self.get(key).is_some()
    }

    /// Whether there is such a key.
    pub fn contains(&self, key: impl Borrow<K>) -> bool {
        self.contains_key(key)
    }
}

impl<K: Clone + PartialEq, V: Clone> Map<K, V> {
    /// The map with `key` mapped to `value`.
    pub fn insert(&self, key: impl Borrow<K>, value: impl Borrow<V>) -> Self {
        let mut map = self.remove(key.borrow());
        map.entries
            .push((key.borrow().clone(), value.borrow().clone()));
        map
    }

    /// The map without `key`.
    pub fn remove(&self, key: impl Borrow<K>) -> Self {
        let others = self.entries.iter().filter(|(k, _)| k != key.borrow());
        Map {
            entries: others.cloned().collect(),
        }
    }

    /// The entries of both, those of `other` where both have a key.
    pub fn union(&self, other: impl Borrow<Map<K, V>>) -> Self {
        let other = other.borrow();
        other
            .iter()
            .fold(self.clone(), |map, (k, v)| map.insert(k, v))
    }

    /// The entries whose keys `other` has, too.
    pub fn intersection(&self, other: impl Borrow<Map<K, V>>) -> Self {
        let other = other.borrow();
        let both = self.iter().filter(|(k, _)| other.contains_key(*k));
        Map {
            entries: both.map(|(k, v)| (k.clone(), v.clone())).collect(),
        }
    }

    /// The entries whose keys `other` has not.
    pub fn difference(&self, other: impl Borrow<Map<K, V>>) -> Self {
        let other = other.borrow();
        let own = self.iter().filter(|(k, _)| !other.contains_key(*k));
        Map {
            entries: own.map(|(k, v)| (k.clone(), v.clone())).collect(),
        }
    }

    /// The keys.
    pub fn keys(&self) -> Set<K> {
        self.iter().map(|(k, _)| k.clone()).collect()
    }

    /// The values, each as often as it is one.
    pub fn values(&self) -> Multiset<V> {
        self.iter().map(|(_, v)| v.clone()).collect()
    }
}

impl<K: Clone + PartialEq, V: Clone> BitOr for &Map<K, V> {
    type Output = Map<K, V>;
    fn bitor(self, other: Self) -> Map<K, V> {
        self.union(other)
    }
}

impl<K: Clone + PartialEq, V: Clone, O: Borrow<Map<K, V>>> BitOr<O> for Map<K, V> {
    type Output = Map<K, V>;
    fn bitor(self, other: O) -> Map<K, V> {
        self.union(other)
    }
}

impl<K: Clone + PartialEq, V: Clone> BitAnd for &Map<K, V> {
    type Output = Map<K, V>;
    fn bitand(self, other: Self) -> Map<K, V> {
        self.intersection(other)
    }
}

impl<K: Clone + PartialEq, V: Clone, O: Borrow<Map<K, V>>> BitAnd<O> for Map<K, V> {
    type Output = Map<K, V>;
    fn bitand(self, other: O) -> Map<K, V> {
        self.intersection(other)
    }
}

impl<K: Clone + PartialEq, V: Clone> Sub for &Map<K, V> {
    type Output = Map<K, V>;
    fn sub(self, other: Self) -> Map<K, V> {
        self.difference(other)
    }
}

impl<K: Clone + PartialEq, V: Clone, O: Borrow<Map<K, V>>> Sub<O> for Map<K, V> {
    type Output = Map<K, V>;
    fn sub(self, other: O) -> Map<K, V> {
        self.difference(other)
    }
}

impl<K: PartialEq, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> Self {
        let mut entries: Vec<(K, V)> = Vec::new();
        for (key, value) in iter {
            entries.retain(|(k, _)| *k != key);
            entries.push((key, value));
        }
        Map { entries }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.entries.iter().all(|e| other.entries.contains(e))
    }
}

impl<K: Eq, V: Eq> Eq for Map<K, V> {}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::new()
    }
}

impl<K: PartialEq, V, Q: Borrow<K>> Index<Q> for Map<K, V> {
    type Output = V;
    fn index(&self, key: Q) -> &V {
        self.get(key).expect("the key is in the map")
    }
}
