//! `HashSet`: the keys of a map.

use crate::borrow::Borrow;
use crate::hash_map::{HashMap, RandomState};

pub type Iter<'a, T> = crate::hash_map::Keys<'a, T, ()>;
pub type IntoIter<T> = crate::vec::IntoIter<T>;

#[derive(Clone)]
pub struct HashSet<T, S = RandomState> {
    map: HashMap<T, (), S>,
}
impl<T> HashSet<T, RandomState> {
    pub fn new() -> HashSet<T, RandomState> {
        HashSet { map: HashMap::new() }
    }
    pub fn with_capacity(capacity: usize) -> HashSet<T, RandomState> {
        HashSet { map: HashMap::with_capacity(capacity) }
    }
}
impl<T, S> HashSet<T, S> {
    pub fn with_hasher(hasher: S) -> HashSet<T, S> {
        HashSet { map: HashMap::with_hasher(hasher) }
    }
    pub fn capacity(&self) -> usize {
        self.map.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.map.reserve(additional)
    }
}
impl<T, S: Default> Default for HashSet<T, S> {
    fn default() -> Self {
        HashSet { map: HashMap::with_hasher(S::default()) }
    }
}
impl<T: Eq, S: Default> FromIterator<T> for HashSet<T, S> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> HashSet<T, S> {
        let mut set = HashSet::with_hasher(S::default());
        set.extend(iter);
        set
    }
}
impl<T, S> HashSet<T, S> {
    pub fn len(&self) -> usize {
        self.map.len()
    }
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
    pub fn clear(&mut self) {
        self.map.clear()
    }
    pub fn iter(&self) -> Iter<'_, T> {
        self.map.keys()
    }
    pub fn contains<Q: ?Sized + Eq>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(value)
    }
    pub fn get<Q: ?Sized + Eq>(&self, value: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        match self.map.get_key_value(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn insert(&mut self, value: T) -> bool {
        self.map.insert(value, ()).is_none()
    }
    pub fn remove<Q: ?Sized + Eq>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.remove(value).is_some()
    }
    pub fn take<Q: ?Sized + Eq>(&mut self, value: &Q) -> Option<T>
    where
        T: Borrow<Q>,
    {
        match self.map.remove_entry(value) {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.map.retain(|key, _| f(key))
    }
    pub fn is_subset(&self, other: &HashSet<T, S>) -> bool {
        self.iter().all(|item| other.contains(item))
    }
    pub fn is_superset(&self, other: &HashSet<T, S>) -> bool {
        other.is_subset(self)
    }
    pub fn is_disjoint(&self, other: &HashSet<T, S>) -> bool {
        !self.iter().any(|item| other.contains(item))
    }
}
impl<T, S> PartialEq for HashSet<T, S>
where
    T: Eq,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.is_subset(other)
    }
}
impl<T, S> Eq for HashSet<T, S> where T: Eq {}
impl<T, S> Extend<T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.insert(item);
        }
    }
}
impl<T, S> IntoIterator for HashSet<T, S> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.map.into_keys()
    }
}
impl<'a, T, S> IntoIterator for &'a HashSet<T, S> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<T, S> HashSet<T, S> {
    pub fn replace(&mut self, value: T) -> Option<T> {
        let old = self.take(&value);
        self.insert(value);
        old
    }
}
impl<'a, T: Eq + Copy, S> Extend<&'a T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.insert(*item);
        }
    }
}
impl<T, S> HashSet<T, S> {
    pub fn with_capacity_and_hasher(capacity: usize, hasher: S) -> HashSet<T, S> {
        HashSet { map: HashMap::with_capacity_and_hasher(capacity, hasher) }
    }
    pub fn hasher(&self) -> &S {
        self.map.hasher()
    }
    pub fn shrink_to_fit(&mut self) {
        self.map.shrink_to_fit()
    }
    pub fn drain(&mut self) -> IntoIter<T> {
        let items: crate::vec::Vec<T> = self.map.drain().map(|entry| entry.0).collect();
        items.into_iter()
    }
    pub fn extract_if<F: FnMut(&T) -> bool>(&mut self, pred: F) -> ExtractIf<'_, T, F> {
        let end = self.map.len();
        ExtractIf { entries: &mut self.map.entries, at: 0, end, pred }
    }
    // What they give is decided when they are called: the sets are borrowed until they end.
    pub fn union<'a>(&'a self, other: &'a HashSet<T, S>) -> Union<'a, T, S> {
        let mut all: crate::vec::Vec<&'a T> = self.iter().collect();
        all.extend(other.iter().filter(|item| !self.contains(*item)));
        all.into_iter()
    }
    pub fn intersection<'a>(&'a self, other: &'a HashSet<T, S>) -> Intersection<'a, T, S> {
        let all: crate::vec::Vec<&'a T> = self.iter().filter(|item| other.contains(*item)).collect();
        all.into_iter()
    }
    pub fn difference<'a>(&'a self, other: &'a HashSet<T, S>) -> Difference<'a, T, S> {
        let all: crate::vec::Vec<&'a T> = self.iter().filter(|item| !other.contains(*item)).collect();
        all.into_iter()
    }
    pub fn symmetric_difference<'a>(&'a self, other: &'a HashSet<T, S>) -> SymmetricDifference<'a, T, S> {
        let mut all: crate::vec::Vec<&'a T> = self.iter().filter(|item| !other.contains(*item)).collect();
        all.extend(other.iter().filter(|item| !self.contains(*item)));
        all.into_iter()
    }
}
pub type Union<'a, T, S> = crate::vec::IntoIter<&'a T>;
pub type Intersection<'a, T, S> = crate::vec::IntoIter<&'a T>;
pub type Difference<'a, T, S> = crate::vec::IntoIter<&'a T>;
pub type SymmetricDifference<'a, T, S> = crate::vec::IntoIter<&'a T>;
pub type Drain<'a, T> = crate::vec::IntoIter<T>;
impl<T: Eq, const N: usize> From<[T; N]> for HashSet<T, RandomState> {
    fn from(items: [T; N]) -> HashSet<T, RandomState> {
        items.into_iter().collect()
    }
}
impl<T: Eq + Clone, S: Default> crate::ops::BitOr<&HashSet<T, S>> for &HashSet<T, S> {
    type Output = HashSet<T, S>;
    fn bitor(self, rhs: &HashSet<T, S>) -> HashSet<T, S> {
        self.union(rhs).cloned().collect()
    }
}
impl<T: Eq + Clone, S: Default> crate::ops::BitAnd<&HashSet<T, S>> for &HashSet<T, S> {
    type Output = HashSet<T, S>;
    fn bitand(self, rhs: &HashSet<T, S>) -> HashSet<T, S> {
        self.intersection(rhs).cloned().collect()
    }
}
impl<T: Eq + Clone, S: Default> crate::ops::BitXor<&HashSet<T, S>> for &HashSet<T, S> {
    type Output = HashSet<T, S>;
    fn bitxor(self, rhs: &HashSet<T, S>) -> HashSet<T, S> {
        self.symmetric_difference(rhs).cloned().collect()
    }
}
impl<T: Eq + Clone, S: Default> crate::ops::Sub<&HashSet<T, S>> for &HashSet<T, S> {
    type Output = HashSet<T, S>;
    fn sub(self, rhs: &HashSet<T, S>) -> HashSet<T, S> {
        self.difference(rhs).cloned().collect()
    }
}

/// Elements that are removed as they are met.
#[invariant(self.at <= self.end && self.end <= self.entries.len())]
pub struct ExtractIf<'a, T, F> {
    entries: &'a mut crate::vec::Vec<(T, ())>,
    at: usize,
    end: usize,
    pred: F,
}
impl<'a, T, F: FnMut(&T) -> bool> Iterator for ExtractIf<'a, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        while self.at < self.end {
            let at = self.at;
            if (self.pred)(&self.entries[at].0) {
                self.end = crate::intrinsics::wrapping_sub(self.end, 1);
                return Some(self.entries.remove(at).0);
            }
            self.at = crate::intrinsics::wrapping_add(at, 1);
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(crate::intrinsics::wrapping_sub(self.end, self.at)))
    }
}
