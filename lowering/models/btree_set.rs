//! `BTreeSet`: the keys of a map.

use crate::borrow::Borrow;
use crate::ops::RangeBounds;
use crate::btree_map::{BTreeMap, Keys};
use crate::cmp::Ordering;

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
impl<T> BTreeSet<T> {
    pub fn replace(&mut self, value: T) -> Option<T> {
        let old = self.take(&value);
        self.insert(value);
        old
    }
}
impl<'a, T: Ord + Copy> Extend<&'a T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.insert(*item);
        }
    }
}
impl<T> BTreeSet<T> {
    pub fn append(&mut self, other: &mut BTreeSet<T>) {
        self.map.append(&mut other.map)
    }
    pub fn split_off<Q: ?Sized + Ord>(&mut self, value: &Q) -> BTreeSet<T>
    where
        T: Borrow<Q>,
    {
        BTreeSet { map: self.map.split_off(value) }
    }
    pub fn range<K: ?Sized + Ord, R: crate::ops::RangeBounds<K>>(&self, range: R) -> Range<'_, T>
    where
        T: Borrow<K>,
    {
        Keys { iter: self.map.range::<K, R>(range).iter }
    }
    pub fn extract_if<R: crate::ops::RangeBounds<T>, F: FnMut(&T) -> bool>(&mut self, range: R, pred: F) -> ExtractIf<'_, T, F> {
        let (at, end) = self.map.indices::<T, R>(&range);
        ExtractIf { entries: &mut self.map.entries, at, end, pred }
    }
    // What they give is decided when they are called: the sets are borrowed until they end.
    pub fn union<'a>(&'a self, other: &'a BTreeSet<T>) -> Union<'a, T> {
        merge(self, other, true, true, true)
    }
    pub fn intersection<'a>(&'a self, other: &'a BTreeSet<T>) -> Intersection<'a, T> {
        merge(self, other, false, true, false)
    }
    pub fn difference<'a>(&'a self, other: &'a BTreeSet<T>) -> Difference<'a, T> {
        merge(self, other, true, false, false)
    }
    pub fn symmetric_difference<'a>(&'a self, other: &'a BTreeSet<T>) -> SymmetricDifference<'a, T> {
        merge(self, other, true, false, true)
    }
}
/// What is in the first set only, in both, in the second only, as asked for, in order.
fn merge<'a, T: Ord>(a: &'a BTreeSet<T>, b: &'a BTreeSet<T>, in_a: bool, in_both: bool, in_b: bool) -> crate::vec::IntoIter<&'a T> {
    let mut all = crate::vec::Vec::new();
    let mut first = a.iter();
    let mut second = b.iter();
    let mut x = first.next();
    let mut y = second.next();
    loop {
        let order = match (x, y) {
            (None, None) => return all.into_iter(),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => Ord::cmp(x, y),
        };
        let (item, wanted) = match order {
            Ordering::Less => (x, in_a),
            Ordering::Equal => (x, in_both),
            Ordering::Greater => (y, in_b),
        };
        if wanted {
            all.extend(item);
        }
        if order != Ordering::Greater {
            x = first.next();
        }
        if order != Ordering::Less {
            y = second.next();
        }
    }
}
pub type Range<'a, T> = Iter<'a, T>;
pub type Union<'a, T> = crate::vec::IntoIter<&'a T>;
pub type Intersection<'a, T> = crate::vec::IntoIter<&'a T>;
pub type Difference<'a, T> = crate::vec::IntoIter<&'a T>;
pub type SymmetricDifference<'a, T> = crate::vec::IntoIter<&'a T>;
impl<T: Ord, const N: usize> From<[T; N]> for BTreeSet<T> {
    fn from(items: [T; N]) -> BTreeSet<T> {
        items.into_iter().collect()
    }
}
impl<T: PartialOrd> PartialOrd for BTreeSet<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}
impl<T: Ord> Ord for BTreeSet<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}
impl<T: Ord + Clone> crate::ops::BitOr<&BTreeSet<T>> for &BTreeSet<T> {
    type Output = BTreeSet<T>;
    fn bitor(self, rhs: &BTreeSet<T>) -> BTreeSet<T> {
        self.union(rhs).cloned().collect()
    }
}
impl<T: Ord + Clone> crate::ops::BitAnd<&BTreeSet<T>> for &BTreeSet<T> {
    type Output = BTreeSet<T>;
    fn bitand(self, rhs: &BTreeSet<T>) -> BTreeSet<T> {
        self.intersection(rhs).cloned().collect()
    }
}
impl<T: Ord + Clone> crate::ops::BitXor<&BTreeSet<T>> for &BTreeSet<T> {
    type Output = BTreeSet<T>;
    fn bitxor(self, rhs: &BTreeSet<T>) -> BTreeSet<T> {
        self.symmetric_difference(rhs).cloned().collect()
    }
}
impl<T: Ord + Clone> crate::ops::Sub<&BTreeSet<T>> for &BTreeSet<T> {
    type Output = BTreeSet<T>;
    fn sub(self, rhs: &BTreeSet<T>) -> BTreeSet<T> {
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
