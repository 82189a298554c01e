//! The iterators of `Vec` that own or remove elements.

use crate::intrinsics::{
    Buffer, buffer_capacity, buffer_free, buffer_is_init, buffer_ptr, forget, ptr_add, ptr_read, ptr_write, read, slice_from_raw,
    wrapping_add, wrapping_sub,
};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator};
use crate::slice::{shift_down, shift_up};
use crate::vec::{Vec, drop_range};

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
        drop_range(buffer_ptr(&self.buf), self.start, self.end);
        buffer_free(&mut self.buf);
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
    pub(crate) vec: &'a mut Vec<T>,
    /// What is left of the range.
    pub(crate) at: usize,
    pub(crate) end: usize,
    /// Where the tail starts, and the length before.
    pub(crate) tail: usize,
    pub(crate) len: usize,
}
impl<'a, T> Drain<'a, T> {
    pub fn as_slice(&self) -> &[T] {
        &*slice_from_raw(ptr_add(buffer_ptr(&self.vec.buf), self.at), wrapping_sub(self.end, self.at))
    }
}
impl<'a, T> Iterator for Drain<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.at >= self.end {
            return None;
        }
        let at = self.at;
        self.at = wrapping_add(at, 1);
        Some(ptr_read(ptr_add(buffer_ptr(&self.vec.buf), at)))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = wrapping_sub(self.end, self.at);
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for Drain<'a, T> {
    fn next_back(&mut self) -> Option<T> {
        if self.at >= self.end {
            return None;
        }
        self.end = wrapping_sub(self.end, 1);
        Some(ptr_read(ptr_add(buffer_ptr(&self.vec.buf), self.end)))
    }
}
impl<'a, T> ExactSizeIterator for Drain<'a, T> {}
impl<'a, T> FusedIterator for Drain<'a, T> {}
impl<'a, T> Drop for Drain<'a, T> {
    fn drop(&mut self) {
        let first = buffer_ptr(&self.vec.buf);
        drop_range(first, self.at, self.end);
        let start = self.vec.len;
        let count = wrapping_sub(self.len, self.tail);
        if start != self.tail {
            shift_down(ptr_add(first, self.tail), ptr_add(first, start), count);
        }
        self.vec.len = wrapping_add(start, count);
    }
}

/// What replaces the range is put in its place when this is dropped.
pub struct Splice<'a, T, I: Iterator<Item = T>> {
    pub(crate) drain: Drain<'a, T>,
    pub(crate) replace_with: I,
}
impl<'a, T, I: Iterator<Item = T>> Iterator for Splice<'a, T, I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.drain.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.drain.size_hint()
    }
}
impl<'a, T, I: Iterator<Item = T>> DoubleEndedIterator for Splice<'a, T, I> {
    fn next_back(&mut self) -> Option<T> {
        self.drain.next_back()
    }
}
impl<'a, T, I: Iterator<Item = T>> ExactSizeIterator for Splice<'a, T, I> {}
impl<'a, T, I: Iterator<Item = T>> Drop for Splice<'a, T, I> {
    fn drop(&mut self) {
        while let Some(gone) = self.drain.next() {}
        let mut fresh: Vec<T> = Vec::new();
        while let Some(item) = self.replace_with.next() {
            fresh.push(item);
        }
        let count = fresh.len;
        let tail = wrapping_sub(self.drain.len, self.drain.tail);
        let vec = &mut *self.drain.vec;
        let start = vec.len;
        // The tail counts while room is made, so that it is moved along.
        let gap = wrapping_sub(self.drain.tail, start);
        if count > gap {
            let more = wrapping_sub(count, gap);
            vec.make_room_behind(self.drain.len, start, self.drain.tail, more);
        }
        let first = buffer_ptr(&vec.buf);
        let to = wrapping_add(start, count);
        if to > self.drain.tail {
            shift_up(ptr_add(first, self.drain.tail), ptr_add(first, to), tail);
        } else if to < self.drain.tail {
            shift_down(ptr_add(first, self.drain.tail), ptr_add(first, to), tail);
        }
        shift_down(buffer_ptr(&fresh.buf), ptr_add(first, start), count);
        fresh.len = 0;
        // The drain that is dropped next finds nothing left to do.
        vec.len = wrapping_add(to, tail);
        self.drain.tail = vec.len;
        self.drain.len = vec.len;
    }
}
impl<T> Vec<T> {
    /// Makes room for `more` behind `len`, where the slots from `start` to before `tail` hold nothing.
    pub(crate) fn make_room_behind(&mut self, len: usize, start: usize, tail: usize, more: usize) {
        if more <= wrapping_sub(buffer_capacity(&self.buf), len) {
            return;
        }
        let needed = len + more;
        crate::vec::check_capacity(needed);
        let doubled = wrapping_add(buffer_capacity(&self.buf), buffer_capacity(&self.buf));
        let wanted = if needed < doubled { doubled } else { needed };
        let buf = crate::intrinsics::buffer_new(if wanted < 4 { 4 } else { wanted });
        let from = buffer_ptr(&self.buf);
        shift_down(from, buffer_ptr(&buf), start);
        shift_down(ptr_add(from, tail), ptr_add(buffer_ptr(&buf), tail), wrapping_sub(len, tail));
        buffer_free(&mut self.buf);
        self.buf = buf;
    }
}

/// Elements that are removed as they are met; dropping it keeps the others.
pub struct ExtractIf<'a, T, F> {
    pub(crate) vec: &'a mut Vec<T>,
    pub(crate) pred: F,
    pub(crate) looked: usize,
    pub(crate) kept: usize,
    pub(crate) end: usize,
    pub(crate) len: usize,
}
impl<'a, T, F: FnMut(&mut T) -> bool> Iterator for ExtractIf<'a, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let first = buffer_ptr(&self.vec.buf);
        while self.looked < self.end {
            let item = ptr_add(first, self.looked);
            let extract = (self.pred)(&mut *item);
            self.looked = wrapping_add(self.looked, 1);
            if extract {
                return Some(ptr_read(item));
            }
            if self.kept < wrapping_sub(self.looked, 1) {
                ptr_write(ptr_add(first, self.kept), ptr_read(item));
            }
            self.kept = wrapping_add(self.kept, 1);
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(wrapping_sub(self.end, self.looked)))
    }
}
impl<'a, T, F> Drop for ExtractIf<'a, T, F> {
    fn drop(&mut self) {
        let rest = wrapping_sub(self.len, self.looked);
        if self.kept < self.looked {
            let first = buffer_ptr(&self.vec.buf);
            shift_down(ptr_add(first, self.looked), ptr_add(first, self.kept), rest);
        }
        self.vec.len = wrapping_add(self.kept, rest);
    }
}
