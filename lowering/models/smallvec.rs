//! The model of the crate `smallvec`: a vector. Where its elements lie is not modelled, so what tells (`spilled`,
//! `capacity`, `into_inner`) is not here; in which order elements are made, moved and dropped is the crate's own.

use core::borrow::{Borrow, BorrowMut};
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use core::slice::SliceIndex;

/// Arrays of the length up to which elements lie in the vector itself.
pub unsafe trait Array {
    type Item;
    fn size() -> usize;
    fn into_items(self) -> Vec<Self::Item>;
}
unsafe impl<T, const N: usize> Array for [T; N] {
    type Item = T;
    fn size() -> usize {
        N
    }
    fn into_items(self) -> Vec<T> {
        Vec::from(self)
    }
}

pub struct SmallVec<A: Array> {
    items: Vec<A::Item>,
}

impl<A: Array> SmallVec<A> {
    pub fn new() -> SmallVec<A> {
        SmallVec { items: Vec::new() }
    }
    pub fn with_capacity(n: usize) -> SmallVec<A> {
        SmallVec { items: Vec::with_capacity(n) }
    }
    pub fn from_vec(vec: Vec<A::Item>) -> SmallVec<A> {
        SmallVec { items: vec }
    }
    pub fn from_buf(buf: A) -> SmallVec<A> {
        SmallVec { items: buf.into_items() }
    }
    pub fn inline_size(&self) -> usize {
        A::size()
    }
    pub fn len(&self) -> usize {
        self.items.len()
    }
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    pub fn as_slice(&self) -> &[A::Item] {
        self.items.as_slice()
    }
    pub fn as_mut_slice(&mut self) -> &mut [A::Item] {
        self.items.as_mut_slice()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.items.reserve_exact(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit()
    }
    pub fn push(&mut self, value: A::Item) {
        self.items.push(value)
    }
    pub fn pop(&mut self) -> Option<A::Item> {
        self.items.pop()
    }
    pub fn insert(&mut self, index: usize, element: A::Item) {
        self.items.insert(index, element)
    }
    pub fn remove(&mut self, index: usize) -> A::Item {
        self.items.remove(index)
    }
    pub fn swap_remove(&mut self, index: usize) -> A::Item {
        let len = self.items.len();
        self.items.swap(len - 1, index);
        match self.items.pop() {
            Some(last) => last,
            None => loop {},
        }
    }
    /// The last one is dropped first, and is gone before it is.
    pub fn truncate(&mut self, len: usize) {
        while len < self.items.len() {
            drop(self.items.pop());
        }
    }
    pub fn clear(&mut self) {
        self.truncate(0)
    }
    pub fn append<B: Array<Item = A::Item>>(&mut self, other: &mut SmallVec<B>) {
        self.items.extend(other.items.drain(..))
    }
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, A> {
        Drain { items: self.items.drain(range) }
    }
    pub fn retain<F: FnMut(&mut A::Item) -> bool>(&mut self, f: F) {
        self.items.retain_mut(f)
    }
    pub fn retain_mut<F: FnMut(&mut A::Item) -> bool>(&mut self, f: F) {
        self.retain(f)
    }
    pub fn dedup(&mut self)
    where
        A::Item: PartialEq<A::Item>,
    {
        self.dedup_by(|a, b| *a == *b)
    }
    pub fn dedup_by_key<F: FnMut(&mut A::Item) -> K, K: PartialEq<K>>(&mut self, key: F) {
        let mut key = key;
        self.dedup_by(|a, b| key(a) == key(b))
    }
    pub fn dedup_by<F: FnMut(&mut A::Item, &mut A::Item) -> bool>(&mut self, same_bucket: F) {
        let mut same_bucket = same_bucket;
        let len = self.items.len();
        if len <= 1 {
            return;
        }
        let mut kept = 1;
        for at in 1..len {
            let (before, rest) = self.items.as_mut_slice().split_at_mut(at);
            if !same_bucket(&mut rest[0], &mut before[kept - 1]) {
                if at != kept {
                    self.items.swap(at, kept);
                }
                kept += 1;
            }
        }
        self.truncate(kept);
    }
    pub fn resize_with<F: FnMut() -> A::Item>(&mut self, new_len: usize, f: F) {
        let mut f = f;
        if new_len <= self.items.len() {
            return self.truncate(new_len);
        }
        while self.items.len() < new_len {
            self.items.push(f());
        }
    }
    pub fn resize(&mut self, len: usize, value: A::Item)
    where
        A::Item: Clone,
    {
        if len <= self.items.len() {
            return self.truncate(len);
        }
        while self.items.len() < len {
            self.items.push(value.clone());
        }
    }
    pub fn from_elem(elem: A::Item, n: usize) -> SmallVec<A>
    where
        A::Item: Clone,
    {
        if n > A::size() {
            return SmallVec { items: core::vec::from_elem(elem, n) };
        }
        let mut items = Vec::new();
        for _ in 0..n {
            items.push(elem.clone());
        }
        SmallVec { items }
    }
    pub fn from_slice(slice: &[A::Item]) -> SmallVec<A>
    where
        A::Item: Copy,
    {
        SmallVec { items: slice.to_vec() }
    }
    pub fn extend_from_slice(&mut self, slice: &[A::Item])
    where
        A::Item: Copy,
    {
        self.items.extend_from_slice(slice)
    }
    pub fn insert_from_slice(&mut self, index: usize, slice: &[A::Item])
    where
        A::Item: Copy,
    {
        let tail = self.items.split_off(index);
        self.items.extend_from_slice(slice);
        self.items.extend_from_slice(&tail);
    }
    pub fn into_vec(self) -> Vec<A::Item> {
        self.items
    }
    pub fn into_boxed_slice(self) -> Box<[A::Item]> {
        self.items.into_boxed_slice()
    }
}

impl<A: Array> Deref for SmallVec<A> {
    type Target = [A::Item];
    fn deref(&self) -> &[A::Item] {
        self.items.as_slice()
    }
}
impl<A: Array> DerefMut for SmallVec<A> {
    fn deref_mut(&mut self) -> &mut [A::Item] {
        self.items.as_mut_slice()
    }
}
impl<A: Array, I: SliceIndex<[A::Item]>> Index<I> for SmallVec<A> {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        &self.items.as_slice()[index]
    }
}
impl<A: Array, I: SliceIndex<[A::Item]>> IndexMut<I> for SmallVec<A> {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.items.as_mut_slice()[index]
    }
}
impl<A: Array> AsRef<[A::Item]> for SmallVec<A> {
    fn as_ref(&self) -> &[A::Item] {
        self.items.as_slice()
    }
}
impl<A: Array> AsMut<[A::Item]> for SmallVec<A> {
    fn as_mut(&mut self) -> &mut [A::Item] {
        self.items.as_mut_slice()
    }
}
impl<A: Array> Borrow<[A::Item]> for SmallVec<A> {
    fn borrow(&self) -> &[A::Item] {
        self.items.as_slice()
    }
}
impl<A: Array> BorrowMut<[A::Item]> for SmallVec<A> {
    fn borrow_mut(&mut self) -> &mut [A::Item] {
        self.items.as_mut_slice()
    }
}
impl<A: Array> Clone for SmallVec<A>
where
    A::Item: Clone,
{
    fn clone(&self) -> SmallVec<A> {
        SmallVec { items: self.items.clone() }
    }
}
impl<A: Array> Default for SmallVec<A> {
    fn default() -> SmallVec<A> {
        SmallVec::new()
    }
}
impl<A: Array, B: Array> PartialEq<SmallVec<B>> for SmallVec<A>
where
    A::Item: PartialEq<B::Item>,
{
    fn eq(&self, other: &SmallVec<B>) -> bool {
        self.items.as_slice() == other.items.as_slice()
    }
}
impl<A: Array> Eq for SmallVec<A> where A::Item: Eq {}
impl<A: Array> PartialOrd for SmallVec<A>
where
    A::Item: PartialOrd,
{
    fn partial_cmp(&self, other: &SmallVec<A>) -> Option<Ordering> {
        self.items.as_slice().partial_cmp(other.items.as_slice())
    }
}
impl<A: Array> Ord for SmallVec<A>
where
    A::Item: Ord,
{
    fn cmp(&self, other: &SmallVec<A>) -> Ordering {
        self.items.as_slice().cmp(other.items.as_slice())
    }
}
impl<A: Array> Hash for SmallVec<A>
where
    A::Item: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.as_slice().hash(state)
    }
}
impl<'a, A: Array> From<&'a [A::Item]> for SmallVec<A>
where
    A::Item: Clone,
{
    fn from(slice: &'a [A::Item]) -> SmallVec<A> {
        SmallVec { items: slice.to_vec() }
    }
}
impl<A: Array> From<Vec<A::Item>> for SmallVec<A> {
    fn from(vec: Vec<A::Item>) -> SmallVec<A> {
        SmallVec { items: vec }
    }
}
impl<A: Array> From<A> for SmallVec<A> {
    fn from(array: A) -> SmallVec<A> {
        SmallVec::from_buf(array)
    }
}
impl<A: Array> Extend<A::Item> for SmallVec<A> {
    fn extend<I: IntoIterator<Item = A::Item>>(&mut self, iterable: I) {
        self.items.extend(iterable)
    }
}
impl<A: Array> FromIterator<A::Item> for SmallVec<A> {
    fn from_iter<I: IntoIterator<Item = A::Item>>(iterable: I) -> SmallVec<A> {
        SmallVec { items: Vec::from_iter(iterable) }
    }
}

pub struct IntoIter<A: Array> {
    items: core::vec::IntoIter<A::Item>,
}
impl<A: Array> IntoIter<A> {
    pub fn as_slice(&self) -> &[A::Item] {
        self.items.as_slice()
    }
    pub fn as_mut_slice(&mut self) -> &mut [A::Item] {
        self.items.as_mut_slice()
    }
}
impl<A: Array> Clone for IntoIter<A>
where
    A::Item: Clone,
{
    fn clone(&self) -> IntoIter<A> {
        IntoIter { items: self.items.clone() }
    }
}
impl<A: Array> Iterator for IntoIter<A> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        self.items.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}
impl<A: Array> DoubleEndedIterator for IntoIter<A> {
    fn next_back(&mut self) -> Option<A::Item> {
        self.items.next_back()
    }
}
impl<A: Array> ExactSizeIterator for IntoIter<A> {}
impl<A: Array> FusedIterator for IntoIter<A> {}
impl<A: Array> IntoIterator for SmallVec<A> {
    type Item = A::Item;
    type IntoIter = IntoIter<A>;
    fn into_iter(self) -> IntoIter<A> {
        IntoIter { items: self.items.into_iter() }
    }
}
impl<'a, A: Array> IntoIterator for &'a SmallVec<A> {
    type Item = &'a A::Item;
    type IntoIter = core::slice::Iter<'a, A::Item>;
    fn into_iter(self) -> core::slice::Iter<'a, A::Item> {
        self.items.as_slice().iter()
    }
}
impl<'a, A: Array> IntoIterator for &'a mut SmallVec<A> {
    type Item = &'a mut A::Item;
    type IntoIter = core::slice::IterMut<'a, A::Item>;
    fn into_iter(self) -> core::slice::IterMut<'a, A::Item> {
        self.items.as_mut_slice().iter_mut()
    }
}

pub struct Drain<'a, A: Array> {
    items: core::vec::Drain<'a, A::Item>,
}
impl<'a, A: Array> Iterator for Drain<'a, A> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        self.items.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}
impl<'a, A: Array> DoubleEndedIterator for Drain<'a, A> {
    fn next_back(&mut self) -> Option<A::Item> {
        self.items.next_back()
    }
}
impl<'a, A: Array> ExactSizeIterator for Drain<'a, A> {}
impl<'a, A: Array> FusedIterator for Drain<'a, A> {}
