//! The iterators of `Vec` that own or remove elements.

use crate::intrinsics::{
    Buffer, buffer_capacity, buffer_is_init, buffer_ptr, forget, ptr_add, ptr_read, read, slice_from_raw, wrapping_add,
    wrapping_sub,
};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator};
use crate::vec::{FreeOnDrop, Vec, drop_range};

/// The slots from `start` to before `end` hold values.
#[invariant(self.start <= self.end && self.end <= buffer_capacity(&self.buf) && (0..buffer_capacity(&self.buf)).all(|i| buffer_is_init(&self.buf, i) == (self.start <= i && i < self.end)))]
pub struct IntoIter<T> {
    buf: Buffer<T>,
    start: usize,
    end: usize,
}
impl<T> IntoIter<T> {
    pub fn as_slice(&self) -> &[T] {
        &*slice_from_raw(ptr_add(buffer_ptr(&self.buf), self.start), wrapping_sub(self.end, self.start))
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut *slice_from_raw(ptr_add(buffer_ptr(&self.buf), self.start), wrapping_sub(self.end, self.start))
    }
}
impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        let iter = IntoIter { buf: read(&self.buf), start: 0, end: self.len };
        forget(self);
        iter
    }
}
impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;
    fn into_iter(self) -> crate::slice::Iter<'a, T> {
        self.as_slice().iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;
    fn into_iter(self) -> crate::slice::IterMut<'a, T> {
        self.as_mut_slice().iter_mut()
    }
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.start >= self.end {
            return None;
        }
        let at = self.start;
        self.start = wrapping_add(at, 1);
        Some(ptr_read(ptr_add(buffer_ptr(&self.buf), at)))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = wrapping_sub(self.end, self.start);
        (left, Some(left))
    }
}
impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.start >= self.end {
            return None;
        }
        self.end = wrapping_sub(self.end, 1);
        Some(ptr_read(ptr_add(buffer_ptr(&self.buf), self.end)))
    }
}
impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}
impl<T> Drop for IntoIter<T> {
    fn drop(&mut self) {
        let run = FreeOnDrop { buf: &mut self.buf };
        drop_range(buffer_ptr(&*run.buf), self.start, self.end);
    }
}
impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        self.as_slice().to_vec().into_iter()
    }
}
impl<T> Default for IntoIter<T> {
    fn default() -> Self {
        Vec::new().into_iter()
    }
}
impl<T> AsRef<[T]> for IntoIter<T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

/// The vector is cut to what is before the range until the end, when the tail comes back.
pub struct Drain<'a, T> {
    vec: &'a mut Vec<T>,
    /// What is left of the range.
    removed: IntoIter<T>,
    /// What was behind it.
    tail: Vec<T>,
}
impl<'a, T> Drain<'a, T> {
    pub fn as_slice(&self) -> &[T] {
        self.removed.as_slice()
    }
}
impl<'a, T> AsRef<[T]> for Drain<'a, T> {
    fn as_ref(&self) -> &[T] {
        self.removed.as_slice()
    }
}
impl<'a, T> Iterator for Drain<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.removed.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.removed.size_hint()
    }
}
impl<'a, T> DoubleEndedIterator for Drain<'a, T> {
    fn next_back(&mut self) -> Option<T> {
        self.removed.next_back()
    }
}
impl<'a, T> ExactSizeIterator for Drain<'a, T> {}
impl<'a, T> FusedIterator for Drain<'a, T> {}
impl<'a, T> Drop for Drain<'a, T> {
    fn drop(&mut self) {
        let back = Rejoin { vec: &mut *self.vec, tail: &mut self.tail };
        while let Some(gone) = self.removed.next() {}
    }
}
/// The tail comes back even if the drop of an element panics.
struct Rejoin<'a, T> {
    vec: &'a mut Vec<T>,
    tail: &'a mut Vec<T>,
}
impl<'a, T> Drop for Rejoin<'a, T> {
    fn drop(&mut self) {
        self.vec.append(&mut *self.tail)
    }
}

/// What replaces the range is put in its place when this is dropped.
pub struct Splice<'a, I: Iterator> {
    pub(crate) drain: Drain<'a, I::Item>,
    pub(crate) replace_with: I,
}
impl<'a, I: Iterator> Iterator for Splice<'a, I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.drain.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.drain.size_hint()
    }
}
impl<'a, I: Iterator> DoubleEndedIterator for Splice<'a, I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.drain.next_back()
    }
}
impl<'a, I: Iterator> ExactSizeIterator for Splice<'a, I> {}
impl<'a, I: Iterator> Drop for Splice<'a, I> {
    fn drop(&mut self) {
        while let Some(gone) = self.drain.next() {}
        while let Some(item) = self.replace_with.next() {
            self.drain.vec.push(item);
        }
    }
}

/// Elements that are removed as they are met. The vector is empty until this is dropped.
#[invariant(self.at <= self.end && self.end <= self.items.len())]
pub struct ExtractIf<'a, T, F> {
    pub(crate) vec: &'a mut Vec<T>,
    pub(crate) items: Vec<T>,
    pub(crate) at: usize,
    pub(crate) end: usize,
    pub(crate) pred: F,
}
impl<'a, T, F: FnMut(&mut T) -> bool> Iterator for ExtractIf<'a, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        while self.at < self.end {
            let at = self.at;
            if (self.pred)(&mut self.items[at]) {
                self.end = wrapping_sub(self.end, 1);
                return Some(self.items.remove(at));
            }
            self.at = wrapping_add(at, 1);
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(wrapping_sub(self.end, self.at)))
    }
}
impl<'a, T, F> Drop for ExtractIf<'a, T, F> {
    fn drop(&mut self) {
        crate::mem::swap(&mut *self.vec, &mut self.items)
    }
}
