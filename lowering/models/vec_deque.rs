//! `VecDeque`, as a vector: where its ring starts is not specified.

use crate::ops::{Index, IndexMut, RangeBounds};
use crate::vec::{Drain, Vec};

pub type Iter<'a, T> = crate::slice::Iter<'a, T>;
pub type IterMut<'a, T> = crate::slice::IterMut<'a, T>;
pub type IntoIter<T> = crate::vec::IntoIter<T>;

#[lang = "VecDeque"]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VecDeque<T> {
    items: Vec<T>,
}
impl<T> VecDeque<T> {
    pub const fn new() -> VecDeque<T> {
        VecDeque { items: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> VecDeque<T> {
        VecDeque { items: Vec::with_capacity(capacity) }
    }
    pub fn len(&self) -> usize {
        self.items.len
    }
    pub fn is_empty(&self) -> bool {
        self.items.len == 0
    }
    pub fn capacity(&self) -> usize {
        self.items.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit()
    }
    pub fn clear(&mut self) {
        self.items.clear()
    }
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len)
    }
    pub fn push_back(&mut self, value: T) {
        self.items.push(value)
    }
    pub fn push_front(&mut self, value: T) {
        self.items.insert(0, value)
    }
    pub fn pop_back(&mut self) -> Option<T> {
        self.items.pop()
    }
    pub fn pop_front(&mut self) -> Option<T> {
        if self.items.len == 0 { None } else { Some(self.items.remove(0)) }
    }
    pub fn front(&self) -> Option<&T> {
        self.items.first()
    }
    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.items.first_mut()
    }
    pub fn back(&self) -> Option<&T> {
        self.items.last()
    }
    pub fn back_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }
    pub fn get(&self, index: usize) -> Option<&T> {
        self.items.get(index)
    }
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.items.get_mut(index)
    }
    pub fn swap(&mut self, i: usize, j: usize) {
        self.items.swap(i, j)
    }
    pub fn insert(&mut self, index: usize, value: T) {
        self.items.insert(index, value)
    }
    pub fn remove(&mut self, index: usize) -> Option<T> {
        if index < self.items.len { Some(self.items.remove(index)) } else { None }
    }
    pub fn append(&mut self, other: &mut VecDeque<T>) {
        self.items.append(&mut other.items)
    }
    pub fn split_off(&mut self, at: usize) -> VecDeque<T> {
        VecDeque { items: self.items.split_off(at) }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        self.items.retain(f)
    }
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        self.items.drain(range)
    }
    pub fn make_contiguous(&mut self) -> &mut [T] {
        self.items.as_mut_slice()
    }
    pub fn rotate_left(&mut self, n: usize) {
        self.items.rotate_left(n)
    }
    pub fn rotate_right(&mut self, n: usize) {
        self.items.rotate_right(n)
    }
    pub fn pop_front_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        let first = self.front_mut()?;
        if predicate(first) { self.pop_front() } else { None }
    }
    pub fn pop_back_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        self.items.pop_if(predicate)
    }
    pub fn swap_remove_back(&mut self, index: usize) -> Option<T> {
        if index < self.items.len { Some(self.items.swap_remove(index)) } else { None }
    }
    pub fn swap_remove_front(&mut self, index: usize) -> Option<T> {
        if index >= self.items.len {
            return None;
        }
        self.items.swap(0, index);
        Some(self.items.remove(0))
    }
    pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F) {
        self.items.retain_mut(f)
    }
    pub fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        self.items.resize(new_len, value)
    }
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, generator: F) {
        self.items.resize_with(new_len, generator)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.items.reserve_exact(additional)
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.items.try_reserve(additional)
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.items.shrink_to(min_capacity)
    }
    pub fn range<R: RangeBounds<usize>>(&self, range: R) -> Iter<'_, T> {
        self.items[crate::range::indices(range, self.items.len)].iter()
    }
    pub fn range_mut<R: RangeBounds<usize>>(&mut self, range: R) -> IterMut<'_, T> {
        let range = crate::range::indices(range, self.items.len);
        self.items[range].iter_mut()
    }
    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.items.binary_search(x)
    }
    pub fn binary_search_by<F: FnMut(&T) -> crate::cmp::Ordering>(&self, f: F) -> Result<usize, usize> {
        self.items.binary_search_by(f)
    }
    pub fn binary_search_by_key<B: Ord, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize> {
        self.items.binary_search_by_key(b, f)
    }
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        self.items.partition_point(pred)
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.items.contains(x)
    }
    pub fn iter(&self) -> Iter<'_, T> {
        self.items.iter()
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.items.iter_mut()
    }
}
impl<T> Index<usize> for VecDeque<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        match self.items.get(index) {
            Some(item) => item,
            None => crate::intrinsics::panic_out_of_bounds("Out of bounds access"),
        }
    }
}
impl<T> IndexMut<usize> for VecDeque<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        match self.items.get_mut(index) {
            Some(item) => item,
            None => crate::intrinsics::panic_out_of_bounds("Out of bounds access"),
        }
    }
}
impl<T> Default for VecDeque<T> {
    fn default() -> Self {
        VecDeque::new()
    }
}
impl<T> Extend<T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        self.items.extend(iter)
    }
}
impl<T> FromIterator<T> for VecDeque<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> VecDeque<T> {
        VecDeque { items: FromIterator::from_iter(iter) }
    }
}
impl<T> From<Vec<T>> for VecDeque<T> {
    fn from(items: Vec<T>) -> VecDeque<T> {
        VecDeque { items }
    }
}
impl<T> From<VecDeque<T>> for Vec<T> {
    fn from(deque: VecDeque<T>) -> Vec<T> {
        deque.items
    }
}
impl<T, const N: usize> From<[T; N]> for VecDeque<T> {
    fn from(items: [T; N]) -> VecDeque<T> {
        VecDeque { items: Vec::from(items) }
    }
}
impl<T> IntoIterator for VecDeque<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.items.into_iter()
    }
}
impl<'a, T> IntoIterator for &'a VecDeque<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.items.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut VecDeque<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        self.items.iter_mut()
    }
}
impl<'a, T: Copy> Extend<&'a T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        self.items.extend(iter)
    }
}
impl<T: PartialEq> PartialEq<Vec<T>> for VecDeque<T> {
    fn eq(&self, other: &Vec<T>) -> bool {
        self.items == *other
    }
}
impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for VecDeque<T> {
    fn eq(&self, other: &[T; N]) -> bool {
        self.items == *other
    }
}
