//! The iterators of slices. Each holds what is left as one slice.

use crate::intrinsics::{panic_explicit, ptr_add, read, slice_from_raw, slice_len, slice_ptr, wrapping_add, wrapping_sub};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator};
use crate::slice::part;

pub struct Iter<'a, T> {
    pub(crate) rest: &'a [T],
}
impl<'a, T> Iter<'a, T> {
    pub fn as_slice(&self) -> &'a [T] {
        self.rest
    }
}
impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { rest: self.rest }
    }
}
impl<'a, T> Default for Iter<'a, T> {
    fn default() -> Self {
        Iter { rest: &[] }
    }
}
impl<'a, T> AsRef<[T]> for Iter<'a, T> {
    fn as_ref(&self) -> &[T] {
        self.rest
    }
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let len = slice_len(self.rest);
        if len == 0 {
            return None;
        }
        let first = slice_ptr(self.rest);
        self.rest = &*slice_from_raw(ptr_add(first, 1), wrapping_sub(len, 1));
        Some(&*first)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = slice_len(self.rest);
        (len, Some(len))
    }
    fn count(self) -> usize {
        slice_len(self.rest)
    }
    fn nth(&mut self, n: usize) -> Option<&'a T> {
        let len = slice_len(self.rest);
        if n >= len {
            self.rest = &*part(self.rest, len, len);
            return None;
        }
        let found = ptr_add(slice_ptr(self.rest), n);
        self.rest = &*part(self.rest, wrapping_add(n, 1), len);
        Some(&*found)
    }
    fn last(self) -> Option<&'a T> {
        self.rest.last()
    }
}
impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        let len = slice_len(self.rest);
        if len == 0 {
            return None;
        }
        let left = wrapping_sub(len, 1);
        let first = slice_ptr(self.rest);
        self.rest = &*slice_from_raw(first, left);
        Some(&*ptr_add(first, left))
    }
}
impl<'a, T> ExactSizeIterator for Iter<'a, T> {
    fn len(&self) -> usize {
        slice_len(self.rest)
    }
}
impl<'a, T> FusedIterator for Iter<'a, T> {}

pub struct IterMut<'a, T> {
    pub(crate) rest: &'a mut [T],
}
impl<'a, T> IterMut<'a, T> {
    pub fn as_slice(&self) -> &[T] {
        &*self.rest
    }
    pub fn into_slice(self) -> &'a mut [T] {
        self.rest
    }
}
impl<'a, T> Default for IterMut<'a, T> {
    fn default() -> Self {
        IterMut { rest: &mut [] }
    }
}
impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;
    fn next(&mut self) -> Option<&'a mut T> {
        let len = slice_len(&*self.rest);
        if len == 0 {
            return None;
        }
        let first = slice_ptr(&*self.rest);
        self.rest = &mut *slice_from_raw(ptr_add(first, 1), wrapping_sub(len, 1));
        Some(&mut *first)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = slice_len(&*self.rest);
        (len, Some(len))
    }
    fn count(self) -> usize {
        slice_len(&*self.rest)
    }
    fn nth(&mut self, n: usize) -> Option<&'a mut T> {
        let len = slice_len(&*self.rest);
        if n >= len {
            self.rest = &mut *part(&*self.rest, len, len);
            return None;
        }
        let found = ptr_add(slice_ptr(&*self.rest), n);
        self.rest = &mut *part(&*self.rest, wrapping_add(n, 1), len);
        Some(&mut *found)
    }
}
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        let len = slice_len(&*self.rest);
        if len == 0 {
            return None;
        }
        let left = wrapping_sub(len, 1);
        let first = slice_ptr(&*self.rest);
        self.rest = &mut *slice_from_raw(first, left);
        Some(&mut *ptr_add(first, left))
    }
}
impl<'a, T> ExactSizeIterator for IterMut<'a, T> {
    fn len(&self) -> usize {
        slice_len(&*self.rest)
    }
}
impl<'a, T> FusedIterator for IterMut<'a, T> {}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        Iter { rest: self }
    }
}
impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut { rest: self }
    }
}

#[invariant(self.size > 0)]
pub struct Windows<'a, T> {
    pub(crate) rest: &'a [T],
    pub(crate) size: usize,
}
impl<'a, T> Clone for Windows<'a, T> {
    fn clone(&self) -> Self {
        Windows { rest: self.rest, size: self.size }
    }
}
impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if self.size > len {
            return None;
        }
        let window = part(self.rest, 0, self.size);
        self.rest = &*part(self.rest, 1, len);
        Some(&*window)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = slice_len(self.rest);
        let left = if self.size > len { 0 } else { wrapping_add(wrapping_sub(len, self.size), 1) };
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if self.size > len {
            return None;
        }
        let window = part(self.rest, wrapping_sub(len, self.size), len);
        self.rest = &*part(self.rest, 0, wrapping_sub(len, 1));
        Some(&*window)
    }
}
impl<'a, T> ExactSizeIterator for Windows<'a, T> {}
impl<'a, T> FusedIterator for Windows<'a, T> {}

#[invariant(self.size > 0)]
pub struct Chunks<'a, T> {
    pub(crate) rest: &'a [T],
    pub(crate) size: usize,
}
impl<'a, T> Clone for Chunks<'a, T> {
    fn clone(&self) -> Self {
        Chunks { rest: self.rest, size: self.size }
    }
}
impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if len == 0 {
            return None;
        }
        let size = if self.size < len { self.size } else { len };
        let chunk = part(self.rest, 0, size);
        self.rest = &*part(self.rest, size, len);
        Some(&*chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pieces(slice_len(self.rest), self.size);
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for Chunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if len == 0 {
            return None;
        }
        let rem = len % self.size;
        let start = wrapping_sub(len, if rem == 0 { self.size } else { rem });
        let chunk = part(self.rest, start, len);
        self.rest = &*part(self.rest, 0, start);
        Some(&*chunk)
    }
}
impl<'a, T> ExactSizeIterator for Chunks<'a, T> {}
impl<'a, T> FusedIterator for Chunks<'a, T> {}

/// How many chunks of that size cover so many elements.
fn pieces(len: usize, size: usize) -> usize {
    let whole = len / size;
    if len % size == 0 { whole } else { wrapping_add(whole, 1) }
}

#[invariant(self.size > 0)]
pub struct ChunksMut<'a, T> {
    pub(crate) rest: &'a mut [T],
    pub(crate) size: usize,
}
impl<'a, T> Iterator for ChunksMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        let len = slice_len(&*self.rest);
        if len == 0 {
            return None;
        }
        let size = if self.size < len { self.size } else { len };
        let chunk = part(&*self.rest, 0, size);
        self.rest = &mut *part(&*self.rest, size, len);
        Some(&mut *chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pieces(slice_len(&*self.rest), self.size);
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let len = slice_len(&*self.rest);
        if len == 0 {
            return None;
        }
        let rem = len % self.size;
        let start = wrapping_sub(len, if rem == 0 { self.size } else { rem });
        let chunk = part(&*self.rest, start, len);
        self.rest = &mut *part(&*self.rest, 0, start);
        Some(&mut *chunk)
    }
}
impl<'a, T> ExactSizeIterator for ChunksMut<'a, T> {}
impl<'a, T> FusedIterator for ChunksMut<'a, T> {}

#[invariant(self.size > 0 && self.rest.len() % self.size == 0)]
pub struct ChunksExact<'a, T> {
    pub(crate) rest: &'a [T],
    pub(crate) remainder: &'a [T],
    pub(crate) size: usize,
}
impl<'a, T> ChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.remainder
    }
}
impl<'a, T> Clone for ChunksExact<'a, T> {
    fn clone(&self) -> Self {
        ChunksExact { rest: self.rest, remainder: self.remainder, size: self.size }
    }
}
impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if len < self.size {
            return None;
        }
        let chunk = part(self.rest, 0, self.size);
        self.rest = &*part(self.rest, self.size, len);
        Some(&*chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = slice_len(self.rest) / self.size;
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for ChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if len < self.size {
            return None;
        }
        let start = wrapping_sub(len, self.size);
        let chunk = part(self.rest, start, len);
        self.rest = &*part(self.rest, 0, start);
        Some(&*chunk)
    }
}
impl<'a, T> ExactSizeIterator for ChunksExact<'a, T> {}
impl<'a, T> FusedIterator for ChunksExact<'a, T> {}

#[invariant(self.size > 0 && self.rest.len() % self.size == 0)]
pub struct ChunksExactMut<'a, T> {
    pub(crate) rest: &'a mut [T],
    pub(crate) remainder: &'a mut [T],
    pub(crate) size: usize,
}
impl<'a, T> ChunksExactMut<'a, T> {
    pub fn into_remainder(self) -> &'a mut [T] {
        self.remainder
    }
}
impl<'a, T> Iterator for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];
    fn next(&mut self) -> Option<&'a mut [T]> {
        let len = slice_len(&*self.rest);
        if len < self.size {
            return None;
        }
        let chunk = part(&*self.rest, 0, self.size);
        self.rest = &mut *part(&*self.rest, self.size, len);
        Some(&mut *chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = slice_len(&*self.rest) / self.size;
        (left, Some(left))
    }
}
impl<'a, T> ExactSizeIterator for ChunksExactMut<'a, T> {}

#[invariant(self.size > 0)]
pub struct RChunks<'a, T> {
    pub(crate) rest: &'a [T],
    pub(crate) size: usize,
}
impl<'a, T> Iterator for RChunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let len = slice_len(self.rest);
        if len == 0 {
            return None;
        }
        let start = if self.size < len { wrapping_sub(len, self.size) } else { 0 };
        let chunk = part(self.rest, start, len);
        self.rest = &*part(self.rest, 0, start);
        Some(&*chunk)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pieces(slice_len(self.rest), self.size);
        (left, Some(left))
    }
}
impl<'a, T> ExactSizeIterator for RChunks<'a, T> {}

pub struct Split<'a, T, P> {
    pub(crate) rest: Option<&'a [T]>,
    pub(crate) pred: P,
}
impl<'a, T, P: FnMut(&T) -> bool> Iterator for Split<'a, T, P> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest?;
        let len = slice_len(rest);
        let mut at = 0;
        while at < len {
            if (self.pred)(&*ptr_add(slice_ptr(rest), at)) {
                self.rest = Some(&*part(rest, wrapping_add(at, 1), len));
                return Some(&*part(rest, 0, at));
            }
            at = wrapping_add(at, 1);
        }
        self.rest = None;
        Some(rest)
    }
}
impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for Split<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let rest = self.rest?;
        let len = slice_len(rest);
        let mut at = len;
        while at > 0 {
            at = wrapping_sub(at, 1);
            if (self.pred)(&*ptr_add(slice_ptr(rest), at)) {
                self.rest = Some(&*part(rest, 0, at));
                return Some(&*part(rest, wrapping_add(at, 1), len));
            }
        }
        self.rest = None;
        Some(rest)
    }
}

pub struct SplitN<'a, T, P> {
    pub(crate) iter: Split<'a, T, P>,
    pub(crate) left: usize,
}
impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitN<'a, T, P> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        if self.left == 0 {
            return None;
        }
        self.left = wrapping_sub(self.left, 1);
        if self.left == 0 { self.iter.rest.take() } else { self.iter.next() }
    }
}

/// Pieces with the element that ends them.
pub struct SplitInclusive<'a, T, P> {
    pub(crate) rest: &'a [T],
    pub(crate) pred: P,
}
impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitInclusive<'a, T, P> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        let len = slice_len(rest);
        if len == 0 {
            return None;
        }
        let mut end = 0;
        while end < len {
            end = wrapping_add(end, 1);
            if (self.pred)(&*ptr_add(slice_ptr(rest), wrapping_sub(end, 1))) {
                break;
            }
        }
        self.rest = &*part(rest, end, len);
        Some(&*part(rest, 0, end))
    }
}

/// Runs of elements of which neighbours belong together.
pub struct ChunkBy<'a, T, P> {
    pub(crate) rest: &'a [T],
    pub(crate) pred: P,
}
impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkBy<'a, T, P> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        let len = slice_len(rest);
        if len == 0 {
            return None;
        }
        let first = slice_ptr(rest);
        let mut end = 1;
        while end < len && (self.pred)(&*ptr_add(first, wrapping_sub(end, 1)), &*ptr_add(first, end)) {
            end = wrapping_add(end, 1);
        }
        self.rest = &*part(rest, end, len);
        Some(&*part(rest, 0, end))
    }
}
impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkBy<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        let len = slice_len(rest);
        if len == 0 {
            return None;
        }
        let first = slice_ptr(rest);
        let mut start = wrapping_sub(len, 1);
        while start > 0 && (self.pred)(&*ptr_add(first, wrapping_sub(start, 1)), &*ptr_add(first, start)) {
            start = wrapping_sub(start, 1);
        }
        self.rest = &*part(rest, 0, start);
        Some(&*part(rest, start, len))
    }
}
