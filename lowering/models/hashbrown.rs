//! The model of the crate `hashbrown`: its maps and sets are those of std, and its table is a vector of
//! elements with the hashes that they were put in with.

pub use core::collections::{HashMap, HashSet};
pub use core::hash::RandomState as DefaultHashBuilder;

pub mod hash_map {
    pub use core::collections::hash_map::*;
    pub use core::hash::RandomState as DefaultHashBuilder;
}
pub mod hash_set {
    pub use core::collections::hash_set::*;
}
pub use hash_table::HashTable;

/// Why room could not be made.
#[derive(Clone, PartialEq, Eq)]
pub enum TryReserveError {
    CapacityOverflow,
    AllocError { layout: core::alloc::Layout },
}

/// Keys that are as good as others.
pub trait Equivalent<K: ?Sized> {
    fn equivalent(&self, key: &K) -> bool;
}
impl<Q: ?Sized + Eq, K: ?Sized + core::borrow::Borrow<Q>> Equivalent<K> for Q {
    fn equivalent(&self, key: &K) -> bool {
        *self == *key.borrow()
    }
}

pub mod hash_table {
    use core::vec::Vec;

    /// An element is found by the hash that it was put in with; whether it is by another, and where a new one
    /// goes, is not specified.
    pub struct HashTable<T> {
        entries: Vec<(u64, T)>,
    }

    /// Whether an element is looked at although its hash is another: not all of a hash is kept.
    #[intrinsic = "unknown"]
    fn is_taken_for(kept: u64, asked: u64) -> bool {
        loop {}
    }

    impl<T> HashTable<T> {
        pub const fn new() -> HashTable<T> {
            HashTable { entries: Vec::new() }
        }
        pub fn with_capacity(capacity: usize) -> HashTable<T> {
            HashTable { entries: Vec::with_capacity(capacity) }
        }
        fn position<F: FnMut(&T) -> bool>(&self, hash: u64, eq: F) -> Option<usize> {
            let mut eq = eq;
            let mut at = 0;
            while at < self.entries.len {
                let kept = self.entries[at].0;
                if (kept == hash || is_taken_for(kept, hash)) && eq(&self.entries[at].1) {
                    return Some(at);
                }
                at = core::intrinsics::wrapping_add(at, 1);
            }
            None
        }
        fn put(&mut self, hash: u64, value: T) -> usize {
            let last = self.entries.len;
            let mut at = 0;
            while at < last && core::intrinsics::choose() {
                at = core::intrinsics::wrapping_add(at, 1);
            }
            self.entries.push((hash, value));
            self.entries.swap(at, last);
            at
        }
        pub fn find<F: FnMut(&T) -> bool>(&self, hash: u64, eq: F) -> Option<&T> {
            match self.position(hash, eq) {
                Some(at) => Some(&self.entries[at].1),
                None => None,
            }
        }
        pub fn find_mut<F: FnMut(&T) -> bool>(&mut self, hash: u64, eq: F) -> Option<&mut T> {
            match self.position(hash, eq) {
                Some(at) => Some(&mut self.entries[at].1),
                None => None,
            }
        }
        pub fn find_bucket_index<F: FnMut(&T) -> bool>(&self, hash: u64, eq: F) -> Option<usize> {
            self.position(hash, eq)
        }
        pub fn find_entry<F: FnMut(&T) -> bool>(
            &mut self,
            hash: u64,
            eq: F,
        ) -> Result<OccupiedEntry<'_, T>, AbsentEntry<'_, T>> {
            match self.position(hash, eq) {
                Some(at) => Ok(OccupiedEntry { table: self, at }),
                None => Err(AbsentEntry { table: self }),
            }
        }
        pub fn entry<F: FnMut(&T) -> bool, H: Fn(&T) -> u64>(&mut self, hash: u64, eq: F, hasher: H) -> Entry<'_, T> {
            match self.position(hash, eq) {
                Some(at) => Entry::Occupied(OccupiedEntry { table: self, at }),
                None => Entry::Vacant(VacantEntry { table: self, hash }),
            }
        }
        pub fn get_bucket(&self, index: usize) -> Option<&T> {
            match index < self.entries.len {
                true => Some(&self.entries[index].1),
                false => None,
            }
        }
        pub fn get_bucket_mut(&mut self, index: usize) -> Option<&mut T> {
            match index < self.entries.len {
                true => Some(&mut self.entries[index].1),
                false => None,
            }
        }
        pub fn get_bucket_entry(&mut self, index: usize) -> Result<OccupiedEntry<'_, T>, AbsentEntry<'_, T>> {
            match index < self.entries.len {
                true => Ok(OccupiedEntry { table: self, at: index }),
                false => Err(AbsentEntry { table: self }),
            }
        }
        pub fn insert_unique<H: Fn(&T) -> u64>(&mut self, hash: u64, value: T, hasher: H) -> OccupiedEntry<'_, T> {
            let at = self.put(hash, value);
            OccupiedEntry { table: self, at }
        }
        pub fn clear(&mut self) {
            self.entries.clear()
        }
        pub fn shrink_to_fit<H: Fn(&T) -> u64>(&mut self, hasher: H) {
            self.entries.shrink_to_fit()
        }
        pub fn shrink_to<H: Fn(&T) -> u64>(&mut self, min_capacity: usize, hasher: H) {
            self.entries.shrink_to(min_capacity)
        }
        pub fn reserve<H: Fn(&T) -> u64>(&mut self, additional: usize, hasher: H) {
            self.entries.reserve(additional)
        }
        pub fn try_reserve<H: Fn(&T) -> u64>(&mut self, additional: usize, hasher: H) -> Result<(), super::TryReserveError> {
            match self.entries.try_reserve(additional) {
                Ok(()) => Ok(()),
                Err(error) => Err(super::TryReserveError::CapacityOverflow),
            }
        }
        pub fn capacity(&self) -> usize {
            self.entries.capacity()
        }
        pub fn len(&self) -> usize {
            self.entries.len
        }
        pub fn is_empty(&self) -> bool {
            self.entries.len == 0
        }
        pub fn iter(&self) -> Iter<'_, T> {
            Iter { iter: self.entries.iter() }
        }
        pub fn iter_mut(&mut self) -> IterMut<'_, T> {
            IterMut { iter: self.entries.iter_mut() }
        }
        pub fn retain<F: FnMut(&mut T) -> bool>(&mut self, f: F) {
            let mut f = f;
            self.entries.retain_mut(|entry| f(&mut entry.1))
        }
        pub fn drain(&mut self) -> IntoIter<T> {
            let entries = core::mem::take(&mut self.entries);
            IntoIter { iter: entries.into_iter() }
        }
    }
    impl<T> Default for HashTable<T> {
        fn default() -> Self {
            HashTable::new()
        }
    }
    impl<T: Clone> Clone for HashTable<T> {
        fn clone(&self) -> Self {
            HashTable { entries: self.entries.clone() }
        }
    }
    impl<T> IntoIterator for HashTable<T> {
        type Item = T;
        type IntoIter = IntoIter<T>;
        fn into_iter(self) -> IntoIter<T> {
            IntoIter { iter: self.entries.into_iter() }
        }
    }
    impl<'a, T> IntoIterator for &'a HashTable<T> {
        type Item = &'a T;
        type IntoIter = Iter<'a, T>;
        fn into_iter(self) -> Iter<'a, T> {
            self.iter()
        }
    }
    impl<'a, T> IntoIterator for &'a mut HashTable<T> {
        type Item = &'a mut T;
        type IntoIter = IterMut<'a, T>;
        fn into_iter(self) -> IterMut<'a, T> {
            self.iter_mut()
        }
    }

    pub struct Iter<'a, T> {
        iter: core::slice::Iter<'a, (u64, T)>,
    }
    impl<'a, T> Iterator for Iter<'a, T> {
        type Item = &'a T;
        fn next(&mut self) -> Option<&'a T> {
            match self.iter.next() {
                Some(entry) => Some(&entry.1),
                None => None,
            }
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            self.iter.size_hint()
        }
    }
    impl<'a, T> ExactSizeIterator for Iter<'a, T> {}
    impl<'a, T> Clone for Iter<'a, T> {
        fn clone(&self) -> Self {
            Iter { iter: self.iter.clone() }
        }
    }
    pub struct IterMut<'a, T> {
        iter: core::slice::IterMut<'a, (u64, T)>,
    }
    impl<'a, T> Iterator for IterMut<'a, T> {
        type Item = &'a mut T;
        fn next(&mut self) -> Option<&'a mut T> {
            match self.iter.next() {
                Some(entry) => Some(&mut entry.1),
                None => None,
            }
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            self.iter.size_hint()
        }
    }
    impl<'a, T> ExactSizeIterator for IterMut<'a, T> {}
    pub struct IntoIter<T> {
        iter: core::vec::IntoIter<(u64, T)>,
    }
    impl<T> Iterator for IntoIter<T> {
        type Item = T;
        fn next(&mut self) -> Option<T> {
            match self.iter.next() {
                Some(entry) => Some(entry.1),
                None => None,
            }
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            self.iter.size_hint()
        }
    }
    impl<T> ExactSizeIterator for IntoIter<T> {}

    pub enum Entry<'a, T> {
        Occupied(OccupiedEntry<'a, T>),
        Vacant(VacantEntry<'a, T>),
    }
    impl<'a, T> Entry<'a, T> {
        pub fn insert(self, value: T) -> OccupiedEntry<'a, T> {
            match self {
                Entry::Occupied(entry) => {
                    let mut entry = entry;
                    *entry.get_mut() = value;
                    entry
                }
                Entry::Vacant(entry) => entry.insert(value),
            }
        }
        pub fn or_insert(self, default: T) -> OccupiedEntry<'a, T> {
            match self {
                Entry::Occupied(entry) => entry,
                Entry::Vacant(entry) => entry.insert(default),
            }
        }
        pub fn or_insert_with<F: FnOnce() -> T>(self, default: F) -> OccupiedEntry<'a, T> {
            match self {
                Entry::Occupied(entry) => entry,
                Entry::Vacant(entry) => entry.insert(default()),
            }
        }
        pub fn and_modify<F: FnOnce(&mut T)>(self, f: F) -> Self {
            match self {
                Entry::Occupied(entry) => {
                    let mut entry = entry;
                    f(entry.get_mut());
                    Entry::Occupied(entry)
                }
                Entry::Vacant(entry) => Entry::Vacant(entry),
            }
        }
        pub fn into_table(self) -> &'a mut HashTable<T> {
            match self {
                Entry::Occupied(entry) => entry.table,
                Entry::Vacant(entry) => entry.table,
            }
        }
    }
    pub struct OccupiedEntry<'a, T> {
        table: &'a mut HashTable<T>,
        at: usize,
    }
    impl<'a, T> OccupiedEntry<'a, T> {
        pub fn remove(self) -> (T, VacantEntry<'a, T>) {
            let entry = self.table.entries.swap_remove(self.at);
            (entry.1, VacantEntry { table: self.table, hash: entry.0 })
        }
        pub fn get(&self) -> &T {
            &self.table.entries[self.at].1
        }
        pub fn get_mut(&mut self) -> &mut T {
            &mut self.table.entries[self.at].1
        }
        pub fn into_mut(self) -> &'a mut T {
            &mut self.table.entries[self.at].1
        }
        pub fn into_table(self) -> &'a mut HashTable<T> {
            self.table
        }
        pub fn bucket_index(&self) -> usize {
            self.at
        }
    }
    pub struct VacantEntry<'a, T> {
        table: &'a mut HashTable<T>,
        hash: u64,
    }
    impl<'a, T> VacantEntry<'a, T> {
        pub fn insert(self, value: T) -> OccupiedEntry<'a, T> {
            let at = self.table.put(self.hash, value);
            OccupiedEntry { table: self.table, at }
        }
        pub fn into_table(self) -> &'a mut HashTable<T> {
            self.table
        }
    }
    pub struct AbsentEntry<'a, T> {
        table: &'a mut HashTable<T>,
    }
    impl<'a, T> AbsentEntry<'a, T> {
        pub fn into_table(self) -> &'a mut HashTable<T> {
            self.table
        }
    }
}
