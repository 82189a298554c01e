//! `BTreeSet`: the keys of a map.

use crate::borrow::Borrow;
use crate::btree_map::BTreeMap;

pub type Iter<'a, T> = crate::btree_map::Keys<'a, T, ()>;
pub type IntoIter<T> = crate::vec::IntoIter<T>;

#[derive(Clone)]
pub struct BTreeSet<T> {
    map: BTreeMap<T, ()>,
}
impl<T> BTreeSet<T> {
    pub const fn new() -> BTreeSet<T> {
        BTreeSet { map: BTreeMap::new() }
    }
    pub fn first(&self) -> Option<&T> {
        self.map.keys().next()
    }
    pub fn last(&self) -> Option<&T> {
        self.map.keys().next_back()
    }
    pub fn pop_first(&mut self) -> Option<T> {
        match self.map.pop_first() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
    pub fn pop_last(&mut self) -> Option<T> {
        match self.map.pop_last() {
            Some((key, _)) => Some(key),
            None => None,
        }
    }
}
impl<T> Default for BTreeSet<T> {
    fn default() -> Self {
        BTreeSet::new()
    }
}
impl<T: Ord> FromIterator<T> for BTreeSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BTreeSet<T> {
        let mut set = BTreeSet::new();
        set.extend(iter);
        set
    }
}
impl<T> BTreeSet<T> {
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
    pub fn contains<Q: ?Sized + Ord>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(value)
    }
    pub fn get<Q: ?Sized + Ord>(&self, value: &Q) -> Option<&T>
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
    pub fn remove<Q: ?Sized + Ord>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.remove(value).is_some()
    }
    pub fn take<Q: ?Sized + Ord>(&mut self, value: &Q) -> Option<T>
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
    pub fn is_subset(&self, other: &BTreeSet<T>) -> bool {
        self.iter().all(|item| other.contains(item))
    }
    pub fn is_superset(&self, other: &BTreeSet<T>) -> bool {
        other.is_subset(self)
    }
    pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool {
        !self.iter().any(|item| other.contains(item))
    }
}
impl<T> PartialEq for BTreeSet<T>
where
    T: Eq,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.is_subset(other)
    }
}
impl<T> Eq for BTreeSet<T> where T: Eq {}
impl<T> Extend<T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.insert(item);
        }
    }
}
impl<T> IntoIterator for BTreeSet<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.map.into_keys()
    }
}
impl<'a, T> IntoIterator for &'a BTreeSet<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
