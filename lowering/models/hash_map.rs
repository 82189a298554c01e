//! `HashMap`, as a vector of entries with distinct keys. Where a new key goes is not specified, so any
//! order of iteration is met; where nothing in the program sees it, one order stands for all
//! (`lowering/src/lower/orders.rs` says what does not see it).

use crate::borrow::Borrow;
use crate::hash::{is_hashed_alike, runs_hash, runs_hashes};
use crate::ops::Index;
use crate::vec::Vec;

pub use crate::hash::RandomState;

pub struct HashMap<K, V, S = RandomState> {
    entries: Vec<(K, V)>,
    hasher: S,
}
#[invariant(if crate::intrinsics::ranks::<K>() { (1..self.entries.len()).all(|i| crate::intrinsics::precedes(&self.entries[i - 1].0, &self.entries[i].0)) } else { (0..self.entries.len()).all(|i| (0..i).all(|j| self.entries[i].0 != self.entries[j].0 || !is_hashed_alike(&self.entries[i].0, &self.entries[j].0))) })]
#[invariant((0..self.entries.len()).all(|i| runs_hash(&self.entries[i].0)))]
impl<K: Eq + crate::hash::Hash, V, S> HashMap<K, V, S> {}
#[lang = "otherwise"]
#[invariant((0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
impl<K, V, S> HashMap<K, V, S> {}

/// Puts an entry anywhere; what was there becomes the last one. Taking it out again with `swap_remove` leaves no trace.
/// Where nobody can tell, it goes to the end.
fn put<K, V>(entries: &mut Vec<(K, V)>, entry: (K, V)) -> usize {
    let last = entries.len;
    if !crate::intrinsics::sees_order::<K>() {
        entries.push(entry);
        return last;
    }
    let mut at = 0;
    while at < last && crate::intrinsics::choose() {
        at = crate::intrinsics::wrapping_add(at, 1);
    }
    entries.push(entry);
    entries.swap(at, last);
    at
}

/// Any order, as after the table has another size.
fn shuffle<K, V>(entries: &mut Vec<(K, V)>) {
    if crate::intrinsics::sees_order::<K>() {
        let mut last = 1;
        while last < entries.len {
            let mut at = last;
            while at > 0 && crate::intrinsics::choose() {
                at = crate::intrinsics::wrapping_sub(at, 1);
            }
            entries.swap(at, last);
            last = crate::intrinsics::wrapping_add(last, 1);
        }
    }
}

impl<K, V> HashMap<K, V, RandomState> {
    pub fn new() -> HashMap<K, V, RandomState> {
        HashMap { entries: Vec::new(), hasher: RandomState::new() }
    }
    pub fn with_capacity(capacity: usize) -> HashMap<K, V, RandomState> {
        HashMap { entries: Vec::with_capacity(capacity), hasher: RandomState::new() }
    }
}
impl<K, V, S> HashMap<K, V, S> {
    pub fn with_hasher(hash_builder: S) -> HashMap<K, V, S> {
        HashMap { entries: Vec::new(), hasher: hash_builder }
    }
    pub fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S> {
        HashMap { entries: Vec::with_capacity(capacity), hasher: hash_builder }
    }
    pub fn hasher(&self) -> &S {
        &self.hasher
    }
    pub fn capacity(&self) -> usize {
        self.entries.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        runs_hashes(&self.entries);
        self.entries.reserve(additional);
        shuffle(&mut self.entries)
    }
    pub fn shrink_to_fit(&mut self) {
        runs_hashes(&self.entries);
        self.entries.shrink_to_fit();
        shuffle(&mut self.entries)
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        runs_hashes(&self.entries);
        self.entries.shrink_to(min_capacity);
        shuffle(&mut self.entries)
    }
    pub fn drain(&mut self) -> Drain<'_, K, V> {
        self.entries.drain(..)
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        runs_hashes(&self.entries);
        shuffle(&mut self.entries);
        self.entries.try_reserve(additional)
    }
    pub fn extract_if<F: FnMut(&K, &mut V) -> bool>(&mut self, pred: F) -> ExtractIf<'_, K, V, F> {
        let end = self.entries.len;
        ExtractIf { entries: &mut self.entries, at: 0, end, pred }
    }
    /// Where a key is that is only looked for: in an empty map that is not even hashed.
    fn look_up<Q: ?Sized + Eq>(&self, k: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.entries.len == 0 { None } else { self.find(k) }
    }
    fn find<Q: ?Sized + Eq>(&self, k: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        runs_hash(k);
        let mut at = 0;
        while at < self.entries.len {
            let kept = &self.entries[at].0;
            let key: &Q = kept.borrow();
            if *k == *key && (is_hashed_alike(kept, k) || crate::intrinsics::choose()) {
                return Some(at);
            }
            at = crate::intrinsics::wrapping_add(at, 1);
        }
        None
    }

    pub fn len(&self) -> usize {
        self.entries.len
    }
    pub fn is_empty(&self) -> bool {
        self.entries.len == 0
    }
    pub fn clear(&mut self) {
        self.entries.clear()
    }
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { iter: self.entries.iter() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { iter: self.entries.iter_mut() }
    }
    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys { iter: self.entries.iter() }
    }
    pub fn values(&self) -> Values<'_, K, V> {
        Values { iter: self.entries.iter() }
    }
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        ValuesMut { iter: self.entries.iter_mut() }
    }
    pub fn into_keys(self) -> crate::vec::IntoIter<K> {
        let keys: Vec<K> = self.into_iter().map(|entry| entry.0).collect();
        keys.into_iter()
    }
    pub fn into_values(self) -> crate::vec::IntoIter<V> {
        let values: Vec<V> = self.into_iter().map(|entry| entry.1).collect();
        values.into_iter()
    }
    pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.entries.retain_mut(|entry| f(&entry.0, &mut entry.1))
    }
    pub fn get<Q: ?Sized + Eq>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        match self.look_up(k) {
            Some(at) => Some(&self.entries[at].1),
            None => None,
        }
    }
    pub fn get_key_value<Q: ?Sized + Eq>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        match self.look_up(k) {
            Some(at) => Some((&self.entries[at].0, &self.entries[at].1)),
            None => None,
        }
    }
    pub fn get_mut<Q: ?Sized + Eq>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        match self.look_up(k) {
            Some(at) => Some(&mut self.entries[at].1),
            None => None,
        }
    }
    pub fn contains_key<Q: ?Sized + Eq>(&self, k: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.look_up(k).is_some()
    }
    pub fn insert(&mut self, k: K, v: V) -> Option<V> {
        match self.find(&k) {
            Some(at) => Some(crate::mem::replace(&mut self.entries[at].1, v)),
            None => {
                runs_hashes(&self.entries);
                put(&mut self.entries, (k, v));
                None
            }
        }
    }
    pub fn remove<Q: ?Sized + Eq>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Some(at) => Some(self.entries.swap_remove(at).1),
            None => None,
        }
    }
    pub fn remove_entry<Q: ?Sized + Eq>(&mut self, k: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Some(at) => Some(self.entries.swap_remove(at)),
            None => None,
        }
    }
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        match self.find(&key) {
            Some(at) => Entry::Occupied(OccupiedEntry { entries: &mut self.entries, at }),
            None => {
                runs_hashes(&self.entries);
                Entry::Vacant(VacantEntry { entries: &mut self.entries, key })
            }
        }
    }
}
impl<K: Clone, V: Clone, S: Clone> Clone for HashMap<K, V, S> {
    fn clone(&self) -> Self {
        HashMap { entries: self.entries.clone(), hasher: self.hasher.clone() }
    }
}
impl<K: Eq, V: PartialEq, S> PartialEq for HashMap<K, V, S> {
    fn eq(&self, other: &Self) -> bool {
        if self.entries.len != other.entries.len {
            return false;
        }
        let mut iter = self.entries.iter();
        while let Some(entry) = iter.next() {
            if other.entries.len > 0 {
                runs_hash(&entry.0);
            }
            let mut others = other.entries.iter();
            if !others.any(|it| it.0 == entry.0 && entry.1 == it.1) {
                return false;
            }
        }
        true
    }
}
impl<K: Eq, V: Eq, S> Eq for HashMap<K, V, S> {}
impl<K, V, S: Default> Default for HashMap<K, V, S> {
    fn default() -> Self {
        HashMap { entries: Vec::new(), hasher: S::default() }
    }
}
impl<K: Borrow<Q>, Q: ?Sized + Eq, V, S> Index<&Q> for HashMap<K, V, S> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => crate::intrinsics::panic_unwrap("no entry found for key"),
        }
    }
}
impl<K: Eq, V, S> Extend<(K, V)> for HashMap<K, V, S> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some((k, v)) = iter.next() {
            self.insert(k, v);
        }
    }
}
impl<K: Eq, V, S: Default> FromIterator<(K, V)> for HashMap<K, V, S> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> HashMap<K, V, S> {
        let mut map = HashMap { entries: Vec::new(), hasher: S::default() };
        map.extend(iter);
        map
    }
}
impl<K: Eq, V, const N: usize> From<[(K, V); N]> for HashMap<K, V, RandomState> {
    fn from(entries: [(K, V); N]) -> HashMap<K, V, RandomState> {
        let mut map = HashMap::new();
        map.extend(entries);
        map
    }
}
impl<K, V, S> IntoIterator for HashMap<K, V, S> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;
    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { iter: self.entries.into_iter() }
    }
}
impl<'a, K, V, S> IntoIterator for &'a HashMap<K, V, S> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}
impl<'a, K, V, S> IntoIterator for &'a mut HashMap<K, V, S> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;
    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}

pub enum Entry<'a, K, V> {
    Occupied(OccupiedEntry<'a, K, V>),
    Vacant(VacantEntry<'a, K, V>),
}
pub struct OccupiedEntry<'a, K, V> {
    entries: &'a mut Vec<(K, V)>,
    at: usize,
}
pub struct VacantEntry<'a, K, V> {
    entries: &'a mut Vec<(K, V)>,
    key: K,
}
#[invariant(self.at < self.entries.len() && (0..self.entries.len()).all(|i| (0..i).all(|j| self.entries[i].0 != self.entries[j].0)))]
impl<'a, K: Eq, V> OccupiedEntry<'a, K, V> {}
#[lang = "otherwise"]
#[invariant(self.at < self.entries.len() && (0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
impl<'a, K, V> OccupiedEntry<'a, K, V> {}
#[invariant((0..self.entries.len()).all(|i| self.entries[i].0 != self.key) && (0..self.entries.len()).all(|i| (0..i).all(|j| self.entries[i].0 != self.entries[j].0)))]
impl<'a, K: Eq, V> VacantEntry<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.entries.len()).all(|i| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.key)) && (0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
impl<'a, K, V> VacantEntry<'a, K, V> {}
impl<'a, K, V> Entry<'a, K, V> {
    pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = default(entry.key());
                entry.insert(value)
            }
        }
    }
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        match self {
            Entry::Occupied(entry) => {
                let mut entry = entry;
                entry.insert(value);
                entry
            }
            Entry::Vacant(entry) => entry.insert_entry(value),
        }
    }
    pub fn or_insert(self, default: V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default),
        }
    }
    pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(V::default()),
        }
    }
    pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Self {
        match self {
            Entry::Occupied(entry) => {
                let mut entry = entry;
                f(entry.get_mut());
                Entry::Occupied(entry)
            }
            Entry::Vacant(entry) => Entry::Vacant(entry),
        }
    }
    pub fn key(&self) -> &K {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }
}
impl<'a, K, V> OccupiedEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.entries[self.at].0
    }
    pub fn get(&self) -> &V {
        &self.entries[self.at].1
    }
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.entries[self.at].1
    }
    pub fn into_mut(self) -> &'a mut V {
        &mut self.entries[self.at].1
    }
    pub fn insert(&mut self, value: V) -> V {
        crate::mem::replace(self.get_mut(), value)
    }
    pub fn remove(self) -> V {
        self.remove_entry().1
    }
    pub fn remove_entry(self) -> (K, V) {
        self.entries.remove(self.at)
    }
}
impl<'a, K, V> VacantEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.key
    }
    pub fn into_key(self) -> K {
        self.key
    }
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        let entries = self.entries;
        let at = put(entries, (self.key, value));
        OccupiedEntry { entries, at }
    }
    pub fn insert(self, value: V) -> &'a mut V {
        let entries = self.entries;
        let at = put(entries, (self.key, value));
        &mut entries[at].1
    }
}

/// The entries as pairs of references.
pub struct Iter<'a, K, V> {
    iter: crate::slice::Iter<'a, (K, V)>,
}
pub struct IterMut<'a, K, V> {
    iter: crate::slice::IterMut<'a, (K, V)>,
}
pub struct Keys<'a, K, V> {
    iter: crate::slice::Iter<'a, (K, V)>,
}
pub struct Values<'a, K, V> {
    iter: crate::slice::Iter<'a, (K, V)>,
}
pub struct ValuesMut<'a, K, V> {
    iter: crate::slice::IterMut<'a, (K, V)>,
}
pub struct IntoIter<K, V> {
    iter: crate::vec::IntoIter<(K, V)>,
}
pub type Drain<'a, K, V> = crate::vec::Drain<'a, (K, V)>;
pub type IntoKeys<K, V> = crate::vec::IntoIter<K>;
pub type IntoValues<K, V> = crate::vec::IntoIter<V>;
// They come from a map.
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| self.iter.rest[i].0 != self.iter.rest[j].0)))]
impl<'a, K: Eq, V> Iter<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> Iter<'a, K, V> {}
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| self.iter.rest[i].0 != self.iter.rest[j].0)))]
impl<'a, K: Eq, V> IterMut<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> IterMut<'a, K, V> {}
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| self.iter.rest[i].0 != self.iter.rest[j].0)))]
impl<'a, K: Eq, V> Keys<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> Keys<'a, K, V> {}
#[invariant((0..self.iter.as_slice().len()).all(|i| (0..i).all(|j| self.iter.as_slice()[i].0 != self.iter.as_slice()[j].0)))]
impl<K: Eq, V> IntoIter<K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.as_slice().len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.as_slice()[i].0, &self.iter.as_slice()[j].0))))]
impl<K, V> IntoIter<K, V> {}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)> {
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<K, V> ExactSizeIterator for IntoIter<K, V> {}
impl<K, V> crate::iter::FusedIterator for IntoIter<K, V> {}

macro_rules! iterators {
    ($($name:ident $item:ty, $entry:ident => $value:expr;)*) => {$(
        impl<'a, K, V> Iterator for $name<'a, K, V> {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                match self.iter.next() {
                    Some($entry) => Some($value),
                    None => None,
                }
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.iter.size_hint()
            }
        }
        impl<'a, K, V> DoubleEndedIterator for $name<'a, K, V> {
            fn next_back(&mut self) -> Option<$item> {
                match self.iter.next_back() {
                    Some($entry) => Some($value),
                    None => None,
                }
            }
        }
        impl<'a, K, V> ExactSizeIterator for $name<'a, K, V> {}
        impl<'a, K, V> crate::iter::FusedIterator for $name<'a, K, V> {}
    )*};
}
iterators! {
    Iter (&'a K, &'a V), entry => (&entry.0, &entry.1);
    IterMut (&'a K, &'a mut V), entry => (&entry.0, &mut entry.1);
    Keys &'a K, entry => &entry.0;
    Values &'a V, entry => &entry.1;
    ValuesMut &'a mut V, entry => &mut entry.1;
}
impl<'a, K, V> Clone for Iter<'a, K, V> {
    fn clone(&self) -> Self {
        Iter { iter: self.iter.clone() }
    }
}
impl<'a, K, V> Clone for Keys<'a, K, V> {
    fn clone(&self) -> Self {
        Keys { iter: self.iter.clone() }
    }
}
impl<'a, K, V> Clone for Values<'a, K, V> {
    fn clone(&self) -> Self {
        Values { iter: self.iter.clone() }
    }
}
impl<'a, K: Eq + Copy, V: Copy, S> Extend<(&'a K, &'a V)> for HashMap<K, V, S> {
    fn extend<I: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some((k, v)) = iter.next() {
            self.insert(*k, *v);
        }
    }
}

/// Entries that are removed as they are met.
#[invariant(self.at <= self.end && self.end <= self.entries.len())]
pub struct ExtractIf<'a, K, V, F> {
    entries: &'a mut Vec<(K, V)>,
    at: usize,
    end: usize,
    pred: F,
}
impl<'a, K, V, F: FnMut(&K, &mut V) -> bool> Iterator for ExtractIf<'a, K, V, F> {
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)> {
        while self.at < self.end {
            let at = self.at;
            let entry = &mut self.entries[at];
            if (self.pred)(&entry.0, &mut entry.1) {
                self.end = crate::intrinsics::wrapping_sub(self.end, 1);
                return Some(self.entries.remove(at));
            }
            self.at = crate::intrinsics::wrapping_add(at, 1);
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(crate::intrinsics::wrapping_sub(self.end, self.at)))
    }
}
