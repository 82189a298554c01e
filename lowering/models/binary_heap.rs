//! `BinaryHeap`: a vector in which no element is greater than its parent, kept in order as std does.

use crate::intrinsics::{wrapping_add, wrapping_mul, wrapping_sub};
use crate::ops::{Deref, DerefMut};
use crate::vec::Vec;

pub type Iter<'a, T> = crate::slice::Iter<'a, T>;
pub type IntoIter<T> = crate::vec::IntoIter<T>;
pub type Drain<'a, T> = crate::vec::Drain<'a, T>;

pub struct BinaryHeap<T> {
    data: Vec<T>,
}
#[invariant((1..self.data.len()).all(|i| self.data[i] <= self.data[(i - 1) / 2]))]
impl<T: Ord> BinaryHeap<T> {}
#[lang = "otherwise"]
#[invariant(true)]
impl<T> BinaryHeap<T> {}

fn sift_up<T: Ord>(data: &mut Vec<T>, start: usize, pos: usize) {
    let mut pos = pos;
    while pos > start {
        let parent = wrapping_sub(pos, 1) / 2;
        if data[pos] <= data[parent] {
            break;
        }
        data.swap(pos, parent);
        pos = parent;
    }
}
fn sift_down_range<T: Ord>(data: &mut Vec<T>, pos: usize, end: usize) {
    let mut pos = pos;
    let mut child = wrapping_add(wrapping_mul(2, pos), 1);
    while child < end {
        let next = wrapping_add(child, 1);
        if next < end && data[child] <= data[next] {
            child = next;
        }
        if data[pos] >= data[child] {
            return;
        }
        data.swap(pos, child);
        pos = child;
        child = wrapping_add(wrapping_mul(2, pos), 1);
    }
}
/// Down to a leaf and up again: where equal elements end up is as in std.
fn sift_down_to_bottom<T: Ord>(data: &mut Vec<T>) {
    let end = data.len;
    let mut pos = 0;
    let mut child = 1;
    while child < end {
        let next = wrapping_add(child, 1);
        if next < end && data[child] <= data[next] {
            child = next;
        }
        data.swap(pos, child);
        pos = child;
        child = wrapping_add(wrapping_mul(2, pos), 1);
    }
    sift_up(data, 0, pos);
}
fn rebuild<T: Ord>(data: &mut Vec<T>) {
    let mut n = data.len / 2;
    while n > 0 {
        n = wrapping_sub(n, 1);
        let end = data.len;
        sift_down_range(data, n, end);
    }
}
/// Puts in order what is behind `start`, if what is before it is.
fn rebuild_tail<T: Ord>(data: &mut Vec<T>, start: usize) {
    let len = data.len;
    if start == len {
        return;
    }
    let tail = wrapping_sub(len, start);
    let all = if start < tail {
        true
    } else if len <= 2048 {
        2 * len < tail * (start.ilog2() as usize)
    } else {
        2 * len < tail * 11
    };
    if all {
        rebuild(data);
    } else {
        let mut at = start;
        while at < len {
            sift_up(data, 0, at);
            at = wrapping_add(at, 1);
        }
    }
}
/// The order comes back even if what was called panics.
struct RebuildOnDrop<'a, T: Ord> {
    data: &'a mut Vec<T>,
    from: usize,
}
impl<'a, T: Ord> Drop for RebuildOnDrop<'a, T> {
    fn drop(&mut self) {
        rebuild_tail(&mut *self.data, self.from)
    }
}

impl<T> BinaryHeap<T> {
    pub const fn new() -> BinaryHeap<T> {
        BinaryHeap { data: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> BinaryHeap<T> {
        BinaryHeap { data: Vec::with_capacity(capacity) }
    }
    pub fn push(&mut self, item: T)
    where
        T: Ord,
    {
        let last = self.data.len;
        self.data.push(item);
        sift_up(&mut self.data, 0, last);
    }
    pub fn pop(&mut self) -> Option<T>
    where
        T: Ord,
    {
        pop(&mut self.data)
    }
    pub fn peek(&self) -> Option<&T> {
        self.data.first()
    }
    pub fn peek_mut(&mut self) -> Option<PeekMut<'_, T>>
    where
        T: Ord,
    {
        if self.data.len == 0 { None } else { Some(PeekMut { data: &mut self.data, changed: false }) }
    }
    pub fn into_sorted_vec(self) -> Vec<T>
    where
        T: Ord,
    {
        let mut data = self.data;
        let mut end = data.len;
        while end > 1 {
            end = wrapping_sub(end, 1);
            data.swap(0, end);
            sift_down_range(&mut data, 0, end);
        }
        data
    }
    pub fn append(&mut self, other: &mut BinaryHeap<T>)
    where
        T: Ord,
    {
        if self.data.len < other.data.len {
            crate::mem::swap(self, other);
        }
        let start = self.data.len;
        self.data.append(&mut other.data);
        rebuild_tail(&mut self.data, start);
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F)
    where
        T: Ord,
    {
        let mut f = f;
        let mut guard = RebuildOnDrop { from: self.data.len, data: &mut self.data };
        let mut at = 0;
        let from = &mut guard.from;
        guard.data.retain(|item| {
            let keep = f(item);
            if !keep && at < *from {
                *from = at;
            }
            at = wrapping_add(at, 1);
            keep
        });
    }
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }
    pub fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }
    pub fn iter(&self) -> Iter<'_, T> {
        self.data.iter()
    }
    pub fn drain(&mut self) -> Drain<'_, T> {
        self.data.drain(..)
    }
    pub fn len(&self) -> usize {
        self.data.len
    }
    pub fn is_empty(&self) -> bool {
        self.data.len == 0
    }
    pub fn clear(&mut self) {
        self.data.clear()
    }
    pub fn capacity(&self) -> usize {
        self.data.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.data.reserve(additional)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.data.reserve_exact(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        self.data.shrink_to_fit()
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.data.shrink_to(min_capacity)
    }
}
fn pop<T: Ord>(data: &mut Vec<T>) -> Option<T> {
    let mut item = data.pop()?;
    if data.len > 0 {
        crate::mem::swap(&mut item, &mut data[0]);
        sift_down_to_bottom(data);
    }
    Some(item)
}

/// The greatest element, which finds its new place when this is dropped.
pub struct PeekMut<'a, T: Ord> {
    data: &'a mut Vec<T>,
    changed: bool,
}
#[invariant(self.data.len() > 0 && (1..self.data.len()).all(|i| self.data[i] <= self.data[(i - 1) / 2] || (self.changed && i < 3)))]
impl<'a, T: Ord> PeekMut<'a, T> {
    pub fn pop(this: PeekMut<'a, T>) -> T {
        let mut this = this;
        this.changed = false;
        match pop(&mut *this.data) {
            Some(item) => item,
            None => loop {},
        }
    }
}
impl<'a, T: Ord> Deref for PeekMut<'a, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.data[0]
    }
}
impl<'a, T: Ord> DerefMut for PeekMut<'a, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.changed = true;
        &mut self.data[0]
    }
}
impl<'a, T: Ord> Drop for PeekMut<'a, T> {
    fn drop(&mut self) {
        if self.changed {
            let end = self.data.len;
            sift_down_range(&mut *self.data, 0, end);
        }
    }
}

impl<T: Clone> Clone for BinaryHeap<T> {
    fn clone(&self) -> Self {
        BinaryHeap { data: self.data.clone() }
    }
    fn clone_from(&mut self, source: &Self) {
        self.data.clone_from(&source.data)
    }
}
impl<T> Default for BinaryHeap<T> {
    fn default() -> Self {
        BinaryHeap::new()
    }
}
impl<T: Ord> Extend<T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let guard = RebuildOnDrop { from: self.data.len, data: &mut self.data };
        guard.data.extend(iter);
    }
}
impl<'a, T: Ord + Copy> Extend<&'a T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let guard = RebuildOnDrop { from: self.data.len, data: &mut self.data };
        guard.data.extend(iter);
    }
}
impl<T: Ord> FromIterator<T> for BinaryHeap<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BinaryHeap<T> {
        let data: Vec<T> = FromIterator::from_iter(iter);
        BinaryHeap::from(data)
    }
}
impl<T: Ord> From<Vec<T>> for BinaryHeap<T> {
    fn from(data: Vec<T>) -> BinaryHeap<T> {
        let mut data = data;
        rebuild(&mut data);
        BinaryHeap { data }
    }
}
impl<T: Ord, const N: usize> From<[T; N]> for BinaryHeap<T> {
    fn from(items: [T; N]) -> BinaryHeap<T> {
        BinaryHeap::from(Vec::from(items))
    }
}
impl<T> From<BinaryHeap<T>> for Vec<T> {
    fn from(heap: BinaryHeap<T>) -> Vec<T> {
        heap.data
    }
}
impl<T> IntoIterator for BinaryHeap<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.data.into_iter()
    }
}
impl<'a, T> IntoIterator for &'a BinaryHeap<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.data.iter()
    }
}
