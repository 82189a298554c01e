//! `BTreeMap`, as a vector of entries in the order of their keys.

use crate::borrow::Borrow;
use crate::cmp::Ordering;
use crate::ops::{Bound, Index, RangeBounds};
use crate::vec::Vec;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BTreeMap<K, V> {
    entries: Vec<(K, V)>,
}
#[invariant((1..self.entries.len()).all(|i| self.entries[i - 1].0 < self.entries[i].0))]
impl<K: Ord, V> BTreeMap<K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
impl<K, V> BTreeMap<K, V> {}

impl<K, V> BTreeMap<K, V> {
    pub const fn new() -> BTreeMap<K, V> {
        BTreeMap { entries: Vec::new() }
    }
    /// Where the key is, or would be.
    fn find<Q: ?Sized + Ord>(&self, k: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        let mut at = 0;
        while at < self.entries.len {
            let key: &Q = Borrow::borrow(&self.entries[at].0);
            match Ord::cmp(key, k) {
                Ordering::Less => at = crate::intrinsics::wrapping_add(at, 1),
                Ordering::Equal => return Ok(at),
                Ordering::Greater => return Err(at),
            }
        }
        Err(at)
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
    pub fn get<Q: ?Sized + Ord>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Ok(at) => Some(&self.entries[at].1),
            Err(_) => None,
        }
    }
    pub fn get_key_value<Q: ?Sized + Ord>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Ok(at) => Some((&self.entries[at].0, &self.entries[at].1)),
            Err(_) => None,
        }
    }
    pub fn get_mut<Q: ?Sized + Ord>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Ok(at) => Some(&mut self.entries[at].1),
            Err(_) => None,
        }
    }
    pub fn contains_key<Q: ?Sized + Ord>(&self, k: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(k).is_ok()
    }
    pub fn insert(&mut self, k: K, v: V) -> Option<V> {
        match self.find(&k) {
            Ok(at) => Some(crate::mem::replace(&mut self.entries[at].1, v)),
            Err(at) => {
                self.entries.insert(at, (k, v));
                None
            }
        }
    }
    pub fn remove<Q: ?Sized + Ord>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Ok(at) => Some(self.entries.remove(at).1),
            Err(_) => None,
        }
    }
    pub fn remove_entry<Q: ?Sized + Ord>(&mut self, k: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        match self.find(k) {
            Ok(at) => Some(self.entries.remove(at)),
            Err(_) => None,
        }
    }
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        match self.find(&key) {
            Ok(at) => Entry::Occupied(OccupiedEntry { entries: &mut self.entries, at }),
            Err(at) => Entry::Vacant(VacantEntry { entries: &mut self.entries, at, key }),
        }
    }
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        if self.entries.len == 0 { None } else { Some(self.entries.remove(0)) }
    }
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        self.entries.pop()
    }
    pub fn first_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>> {
        if self.entries.len == 0 { None } else { Some(OccupiedEntry { entries: &mut self.entries, at: 0 }) }
    }
    pub fn last_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>> {
        let len = self.entries.len;
        if len == 0 {
            return None;
        }
        Some(OccupiedEntry { entries: &mut self.entries, at: crate::intrinsics::wrapping_sub(len, 1) })
    }
    pub fn append(&mut self, other: &mut BTreeMap<K, V>) {
        let mut moved = crate::mem::replace(&mut other.entries, Vec::new()).into_iter();
        while let Some((k, v)) = moved.next() {
            self.insert(k, v);
        }
    }
    pub fn split_off<Q: ?Sized + Ord>(&mut self, key: &Q) -> BTreeMap<K, V>
    where
        K: Borrow<Q>,
    {
        let at = match self.find(key) {
            Ok(at) => at,
            Err(at) => at,
        };
        BTreeMap { entries: self.entries.split_off(at) }
    }
    fn indices<T: ?Sized + Ord, R: RangeBounds<T>>(&self, range: &R) -> (usize, usize)
    where
        K: Borrow<T>,
    {
        // What the bounds are of is said: a pair of bounds may be of references or of what they lead to.
        let low: Bound<&T> = range.start_bound();
        let high: Bound<&T> = range.end_bound();
        match (low, high) {
            (Bound::Excluded(s), Bound::Excluded(e)) => {
                if Ord::cmp(s, e) == Ordering::Equal {
                    crate::intrinsics::panic_explicit("range start and end are equal and excluded in BTreeMap")
                }
                if Ord::cmp(s, e) == Ordering::Greater {
                    crate::intrinsics::panic_explicit("range start is greater than range end in BTreeMap")
                }
            }
            (Bound::Included(s) | Bound::Excluded(s), Bound::Included(e) | Bound::Excluded(e)) => {
                if Ord::cmp(s, e) == Ordering::Greater {
                    crate::intrinsics::panic_explicit("range start is greater than range end in BTreeMap")
                }
            }
            _ => {}
        }
        let start = match low {
            Bound::Unbounded => 0,
            Bound::Included(k) => match self.find(k) {
                Ok(at) => at,
                Err(at) => at,
            },
            Bound::Excluded(k) => match self.find(k) {
                Ok(at) => crate::intrinsics::wrapping_add(at, 1),
                Err(at) => at,
            },
        };
        let end = match high {
            Bound::Unbounded => self.entries.len,
            Bound::Included(k) => match self.find(k) {
                Ok(at) => crate::intrinsics::wrapping_add(at, 1),
                Err(at) => at,
            },
            Bound::Excluded(k) => match self.find(k) {
                Ok(at) => at,
                Err(at) => at,
            },
        };
        (start, end)
    }
    pub fn extract_if<R: RangeBounds<K>, F: FnMut(&K, &mut V) -> bool>(&mut self, range: R, pred: F) -> ExtractIf<'_, K, V, F> {
        let (at, end) = self.indices::<K, R>(&range);
        ExtractIf { entries: &mut self.entries, at, end, pred }
    }
    pub fn range<T: ?Sized + Ord, R: RangeBounds<T>>(&self, range: R) -> Range<'_, K, V>
    where
        K: Borrow<T>,
    {
        let (start, end) = self.indices::<T, R>(&range);
        Iter { iter: self.entries[start..end].iter() }
    }
    pub fn range_mut<T: ?Sized + Ord, R: RangeBounds<T>>(&mut self, range: R) -> RangeMut<'_, K, V>
    where
        K: Borrow<T>,
    {
        let (start, end) = self.indices::<T, R>(&range);
        IterMut { iter: self.entries[start..end].iter_mut() }
    }
}
pub type Range<'a, K, V> = Iter<'a, K, V>;
pub type RangeMut<'a, K, V> = IterMut<'a, K, V>;
impl<K, V> Default for BTreeMap<K, V> {
    fn default() -> Self {
        BTreeMap::new()
    }
}
impl<K: Borrow<Q>, Q: ?Sized + Ord, V> Index<&Q> for BTreeMap<K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => crate::intrinsics::panic_unwrap("no entry found for key"),
        }
    }
}
impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some((k, v)) = iter.next() {
            self.insert(k, v);
        }
    }
}
impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> BTreeMap<K, V> {
        let mut map = BTreeMap::new();
        map.extend(iter);
        map
    }
}
impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {
    fn from(entries: [(K, V); N]) -> BTreeMap<K, V> {
        entries.into_iter().collect()
    }
}
impl<K, V> IntoIterator for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;
    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { iter: self.entries.into_iter() }
    }
}
impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;
    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}
impl<'a, K, V> IntoIterator for &'a mut BTreeMap<K, V> {
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
    at: usize,
    key: K,
}
#[invariant(self.at < self.entries.len() && (1..self.entries.len()).all(|i| self.entries[i - 1].0 < self.entries[i].0))]
impl<'a, K: Ord, V> OccupiedEntry<'a, K, V> {}
#[lang = "otherwise"]
#[invariant(self.at < self.entries.len() && (0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
impl<'a, K, V> OccupiedEntry<'a, K, V> {}
#[invariant(self.at <= self.entries.len() && (0..self.entries.len()).all(|i| if i < self.at { self.entries[i].0 < self.key } else { self.key < self.entries[i].0 }) && (1..self.entries.len()).all(|i| self.entries[i - 1].0 < self.entries[i].0))]
impl<'a, K: Ord, V> VacantEntry<'a, K, V> {}
#[lang = "otherwise"]
#[invariant(self.at <= self.entries.len() && (0..self.entries.len()).all(|i| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.key)) && (0..self.entries.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.entries[i].0, &self.entries[j].0))))]
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
        let at = self.at;
        let entries = self.entries;
        entries.insert(at, (self.key, value));
        OccupiedEntry { entries, at }
    }
    pub fn insert(self, value: V) -> &'a mut V {
        let at = self.at;
        let entries = self.entries;
        entries.insert(at, (self.key, value));
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
pub type IntoKeys<K, V> = crate::vec::IntoIter<K>;
pub type IntoValues<K, V> = crate::vec::IntoIter<V>;
// They come from a map.
#[invariant((1..self.iter.rest.len()).all(|i| self.iter.rest[i - 1].0 < self.iter.rest[i].0))]
impl<'a, K: Ord, V> Iter<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> Iter<'a, K, V> {}
#[invariant((1..self.iter.rest.len()).all(|i| self.iter.rest[i - 1].0 < self.iter.rest[i].0))]
impl<'a, K: Ord, V> IterMut<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> IterMut<'a, K, V> {}
#[invariant((1..self.iter.rest.len()).all(|i| self.iter.rest[i - 1].0 < self.iter.rest[i].0))]
impl<'a, K: Ord, V> Keys<'a, K, V> {}
#[lang = "otherwise"]
#[invariant((0..self.iter.rest.len()).all(|i| (0..i).all(|j| !crate::intrinsics::is_same_value(&self.iter.rest[i].0, &self.iter.rest[j].0))))]
impl<'a, K, V> Keys<'a, K, V> {}
#[invariant((1..self.iter.as_slice().len()).all(|i| self.iter.as_slice()[i - 1].0 < self.iter.as_slice()[i].0))]
impl<K: Ord, V> IntoIter<K, V> {}
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
impl<K, V> DoubleEndedIterator for IntoIter<K, V> {
    fn next_back(&mut self) -> Option<(K, V)> {
        self.iter.next_back()
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
impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for BTreeMap<K, V> {
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
