//! `Vec`: a run of slots of which the first `len` hold values.

use crate::intrinsics::{
    Buffer, buffer_capacity, buffer_free, buffer_grow, buffer_is_init, buffer_may_stay, buffer_new, buffer_ptr, drop_in_place, forget, needs_drop,
    panic_explicit, panic_out_of_bounds, ptr_add, ptr_read, ptr_write, read, slice_from_raw, slice_len, slice_ptr, wrapping_add,
    wrapping_sub,
};
use crate::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use crate::range::indices;
use crate::slice::{SliceIndex, shift_down, shift_up};

pub use crate::vec_iter::{Drain, ExtractIf, IntoIter, Splice};

#[lang = "Vec"]
#[invariant(self.len <= buffer_capacity(&self.buf) && (0..buffer_capacity(&self.buf)).all(|i| buffer_is_init(&self.buf, i) == (i < self.len)))]
pub struct Vec<T> {
    pub(crate) buf: Buffer<T>,
    pub(crate) len: usize,
}

impl<T> Vec<T> {
    pub const fn new() -> Vec<T> {
        Vec { buf: buffer_new(0), len: 0 }
    }
    pub fn with_capacity(capacity: usize) -> Vec<T> {
        check_capacity(capacity);
        Vec { buf: buffer_new(at_least(capacity)), len: 0 }
    }
    pub unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Vec<T> {
        if length > capacity || ptr.is_null() {
            crate::intrinsics::undefined_promise()
        }
        crate::intrinsics::meet_capacity();
        // There are that many slots, and no more.
        let end = ptr_add(ptr, capacity);
        if !crate::intrinsics::fits_run(slice_from_raw(ptr, capacity)) {
            crate::intrinsics::undefined_promise()
        }
        adopt(ptr, length, capacity)
    }
    pub const fn capacity(&self) -> usize {
        crate::intrinsics::meet_capacity();
        buffer_capacity(&self.buf)
    }
    pub const fn len(&self) -> usize {
        self.len
    }
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    pub const fn as_ptr(&self) -> *const T {
        buffer_ptr(&self.buf)
    }
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        buffer_ptr(&self.buf)
    }
    pub const fn as_slice(&self) -> &[T] {
        &*slice_from_raw(buffer_ptr(&self.buf), self.len)
    }
    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        &mut *slice_from_raw(buffer_ptr(&self.buf), self.len)
    }
    pub unsafe fn set_len(&mut self, new_len: usize) {
        if new_len > buffer_capacity(&self.buf) {
            crate::intrinsics::undefined_promise()
        }
        self.len = new_len;
    }
    pub fn spare_capacity_mut(&mut self) -> &mut [crate::mem::MaybeUninit<T>] {
        crate::intrinsics::meet_capacity();
        let spare = ptr_add(buffer_ptr(&self.buf), self.len);
        let spare: *mut crate::mem::MaybeUninit<T> = crate::intrinsics::ptr_cast(spare);
        &mut *slice_from_raw(spare, wrapping_sub(buffer_capacity(&self.buf), self.len))
    }

    /// Moves the elements to a run of that many slots, and frees the one that they were in.
    fn move_to(&mut self, capacity: usize) {
        let buf = buffer_new(capacity);
        shift_down(buffer_ptr(&self.buf), buffer_ptr(&buf), self.len);
        buffer_free(&mut self.buf);
        self.buf = buf;
    }
    /// Gives it that many slots, which is more than it has.
    fn grow_to(&mut self, capacity: usize) {
        if buffer_may_stay() {
            buffer_grow(&mut self.buf, capacity)
        } else {
            self.move_to(capacity)
        }
    }
    /// Makes room for so many more, at least doubling.
    fn grow(&mut self, additional: usize) {
        let capacity = buffer_capacity(&self.buf);
        if additional <= wrapping_sub(capacity, self.len) {
            return;
        }
        let needed = match self.len.checked_add(additional) {
            Some(needed) => needed,
            None => panic_explicit("capacity overflow"),
        };
        check_capacity(needed);
        let doubled = wrapping_add(capacity, capacity);
        let wanted = if needed < doubled { doubled } else { needed };
        self.grow_to(at_least(if wanted < 4 { 4 } else { wanted }))
    }
    pub fn reserve(&mut self, additional: usize) {
        self.grow(additional)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        if additional <= wrapping_sub(buffer_capacity(&self.buf), self.len) {
            return;
        }
        match self.len.checked_add(additional) {
            Some(needed) => {
                check_capacity(needed);
                self.grow_to(at_least(needed))
            }
            None => panic_explicit("capacity overflow"),
        }
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        if self.len > isize::MAX as usize || additional > wrapping_sub(isize::MAX as usize, self.len) {
            return Err(crate::collections::TryReserveError { capacity: () });
        }
        self.grow(additional);
        Ok(())
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        if self.len > isize::MAX as usize || additional > wrapping_sub(isize::MAX as usize, self.len) {
            return Err(crate::collections::TryReserveError { capacity: () });
        }
        self.reserve_exact(additional);
        Ok(())
    }
    pub fn shrink_to_fit(&mut self) {
        if self.len < buffer_capacity(&self.buf) {
            self.move_to(at_least(self.len))
        }
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        let wanted = if self.len < min_capacity { min_capacity } else { self.len };
        if wanted < buffer_capacity(&self.buf) {
            self.move_to(at_least(wanted))
        }
    }
    pub fn into_boxed_slice(self) -> Box<[T]> {
        let mut vec = self;
        if vec.len < buffer_capacity(&vec.buf) {
            vec.move_to(vec.len);
        }
        let slice = slice_from_raw(buffer_ptr(&vec.buf), vec.len);
        forget(vec);
        crate::intrinsics::box_from_raw(slice)
    }
    pub fn leak<'a>(self) -> &'a mut [T] {
        let slice = slice_from_raw(buffer_ptr(&self.buf), self.len);
        crate::intrinsics::give_up(slice);
        forget(self);
        &mut *slice
    }
    pub fn push(&mut self, value: T) {
        let len = self.len;
        if len == buffer_capacity(&self.buf) {
            self.grow(1);
        }
        ptr_write(ptr_add(buffer_ptr(&self.buf), len), value);
        self.len = wrapping_add(len, 1);
    }
    pub fn push_within_capacity(&mut self, value: T) -> Result<(), T> {
        crate::intrinsics::meet_capacity();
        if self.len == buffer_capacity(&self.buf) {
            return Err(value);
        }
        self.push(value);
        Ok(())
    }
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len = wrapping_sub(self.len, 1);
        Some(ptr_read(ptr_add(buffer_ptr(&self.buf), self.len)))
    }
    pub fn pop_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        let last = self.last_mut()?;
        if predicate(last) { self.pop() } else { None }
    }
    pub fn insert(&mut self, index: usize, element: T) {
        let len = self.len;
        if index > len {
            panic_out_of_bounds("insertion index should be <= len")
        }
        if len == buffer_capacity(&self.buf) {
            self.grow(1);
        }
        // From the first slot on, so that each round is about one slot, whatever the index is.
        let first = buffer_ptr(&self.buf);
        let mut carried = element;
        let mut at = 0;
        while at < len {
            if index <= at {
                let slot = ptr_add(first, at);
                let next = ptr_read(slot);
                ptr_write(slot, carried);
                carried = next;
            }
            at = wrapping_add(at, 1);
        }
        ptr_write(ptr_add(first, len), carried);
        self.len = wrapping_add(len, 1);
    }
    pub fn remove(&mut self, index: usize) -> T {
        let len = self.len;
        if index >= len {
            panic_out_of_bounds("removal index should be < len")
        }
        let first = buffer_ptr(&self.buf);
        let value = ptr_read(ptr_add(first, index));
        let left = wrapping_sub(len, 1);
        let mut at = 0;
        while at < left {
            let next = wrapping_add(at, 1);
            if index <= at {
                ptr_write(ptr_add(first, at), ptr_read(ptr_add(first, next)));
            }
            at = next;
        }
        self.len = left;
        value
    }
    pub fn swap_remove(&mut self, index: usize) -> T {
        let len = self.len;
        if index >= len {
            panic_out_of_bounds("swap_remove index should be < len")
        }
        let last = wrapping_sub(len, 1);
        let at = ptr_add(buffer_ptr(&self.buf), index);
        let value = ptr_read(at);
        self.len = last;
        if index != last {
            ptr_write(at, ptr_read(ptr_add(buffer_ptr(&self.buf), last)));
        }
        value
    }
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            // As std drops them: in order, with the length already cut.
            let end = self.len;
            self.len = len;
            drop_range(buffer_ptr(&self.buf), len, end);
        }
    }
    pub fn clear(&mut self) {
        self.truncate(0)
    }
    pub fn append(&mut self, other: &mut Vec<T>) {
        let count = other.len;
        self.grow(count);
        shift_down(buffer_ptr(&other.buf), ptr_add(buffer_ptr(&self.buf), self.len), count);
        other.len = 0;
        self.len = wrapping_add(self.len, count);
    }
    pub fn split_off(&mut self, at: usize) -> Vec<T> {
        if at > self.len {
            panic_out_of_bounds("`at` split index should be <= len")
        }
        let count = wrapping_sub(self.len, at);
        let mut other = Vec::with_capacity(count);
        self.len = at;
        shift_down(ptr_add(buffer_ptr(&self.buf), at), buffer_ptr(&other.buf), count);
        other.len = count;
        other
    }
    pub fn extend_from_slice(&mut self, other: &[T])
    where
        T: Clone,
    {
        let count = slice_len(other);
        self.grow(count);
        let first = slice_ptr(other);
        let mut at = 0;
        while at < count {
            let value = Clone::clone(&*ptr_add(first, at));
            ptr_write(ptr_add(buffer_ptr(&self.buf), self.len), value);
            self.len = wrapping_add(self.len, 1);
            at = wrapping_add(at, 1);
        }
    }
    pub fn extend_from_within<R: RangeBounds<usize>>(&mut self, src: R)
    where
        T: Clone,
    {
        let range = indices(src, self.len);
        self.grow(wrapping_sub(range.end, range.start));
        let mut at = range.start;
        while at < range.end {
            let value = Clone::clone(&*ptr_add(buffer_ptr(&self.buf), at));
            self.push(value);
            at = wrapping_add(at, 1);
        }
    }
    pub fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        if new_len <= self.len {
            self.truncate(new_len);
            return;
        }
        self.grow(wrapping_sub(new_len, self.len));
        while wrapping_add(self.len, 1) < new_len {
            self.push(Clone::clone(&value));
        }
        self.push(value);
    }
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F) {
        let mut f = f;
        if new_len <= self.len {
            self.truncate(new_len);
            return;
        }
        self.grow(wrapping_sub(new_len, self.len));
        while self.len < new_len {
            self.push(f());
        }
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        let mut f = f;
        self.retain_mut(|item| f(item))
    }
    /// What was kept is moved down at once, so that a panic of `f` or of a drop leaves a gap of the
    /// removed elements only; the guard closes it.
    pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F) {
        let mut f = f;
        let len = self.len;
        self.len = 0;
        let mut gap = Gap { vec: self, looked: 0, kept: 0, len };
        while gap.looked < len {
            let item = ptr_add(buffer_ptr(&gap.vec.buf), gap.looked);
            if f(&mut *item) {
                if gap.kept < gap.looked {
                    ptr_write(ptr_add(buffer_ptr(&gap.vec.buf), gap.kept), ptr_read(item));
                }
                gap.looked = wrapping_add(gap.looked, 1);
                gap.kept = wrapping_add(gap.kept, 1);
            } else {
                gap.looked = wrapping_add(gap.looked, 1);
                let gone = ptr_read(item);
            }
        }
    }
    pub fn dedup(&mut self)
    where
        T: PartialEq,
    {
        self.dedup_by(|a, b| *a == *b)
    }
    pub fn dedup_by_key<K: PartialEq, F: FnMut(&mut T) -> K>(&mut self, key: F) {
        let mut key = key;
        self.dedup_by(|a, b| key(a) == key(b))
    }
    pub fn dedup_by<F: FnMut(&mut T, &mut T) -> bool>(&mut self, same_bucket: F) {
        let mut same_bucket = same_bucket;
        let len = self.len;
        if len < 2 {
            return;
        }
        self.len = 0;
        let mut gap = Gap { vec: self, looked: 1, kept: 1, len };
        while gap.looked < len {
            let first = buffer_ptr(&gap.vec.buf);
            let item = ptr_add(first, gap.looked);
            if same_bucket(&mut *item, &mut *ptr_add(first, wrapping_sub(gap.kept, 1))) {
                gap.looked = wrapping_add(gap.looked, 1);
                let gone = ptr_read(item);
            } else {
                if gap.kept < gap.looked {
                    ptr_write(ptr_add(first, gap.kept), ptr_read(item));
                }
                gap.looked = wrapping_add(gap.looked, 1);
                gap.kept = wrapping_add(gap.kept, 1);
            }
        }
    }
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        let range = indices(range, self.len);
        let tail = self.split_off(range.end);
        let removed = self.split_off(range.start).into_iter();
        Drain { vec: self, removed, tail }
    }
    pub fn splice<R: RangeBounds<usize>, I: IntoIterator<Item = T>>(
        &mut self,
        range: R,
        replace_with: I,
    ) -> Splice<'_, I::IntoIter> {
        Splice { drain: self.drain(range), replace_with: replace_with.into_iter() }
    }
    pub fn extract_if<F: FnMut(&mut T) -> bool, R: RangeBounds<usize>>(&mut self, range: R, filter: F) -> ExtractIf<'_, T, F> {
        let range = indices(range, self.len);
        let items = crate::mem::take(self);
        ExtractIf { vec: self, items, at: range.start, end: range.end, pred: filter }
    }
}

/// Closes the gap between what was kept and what has not been looked at.
struct Gap<'a, T> {
    vec: &'a mut Vec<T>,
    looked: usize,
    kept: usize,
    len: usize,
}
impl<'a, T> Drop for Gap<'a, T> {
    fn drop(&mut self) {
        let rest = wrapping_sub(self.len, self.looked);
        if self.kept < self.looked {
            let first = buffer_ptr(&self.vec.buf);
            shift_down(ptr_add(first, self.looked), ptr_add(first, self.kept), rest);
        }
        self.vec.len = wrapping_add(self.kept, rest);
    }
}

/// A vector of the values that are in another run of slots, which is freed. (Rust keeps the run: what can
/// be told apart are pointers into it, which end here.)
fn adopt<T>(first: *mut T, len: usize, capacity: usize) -> Vec<T> {
    let buf = buffer_new(capacity);
    shift_down(first, buffer_ptr(&buf), len);
    if capacity > 0 {
        crate::intrinsics::free(first);
    }
    Vec { buf, len }
}

/// As much room as was asked for, or a bit more: where anything is allocated, std promises no more than that it
/// is enough.
fn at_least(capacity: usize) -> usize {
    if crate::intrinsics::sees_capacity() && capacity > 0 && crate::intrinsics::choose() {
        wrapping_add(capacity, 1)
    } else {
        capacity
    }
}

/// Rust allocates at most `isize::MAX` bytes.
pub(crate) fn check_capacity(capacity: usize) {
    if capacity > isize::MAX as usize {
        panic_explicit("capacity overflow")
    }
}

/// Drops the values of the slots from `from` to before `to`.
pub(crate) fn drop_range<T>(first: *mut T, from: usize, to: usize) {
    if needs_drop::<T>() {
        drop_in_place(slice_from_raw(ptr_add(first, from), wrapping_sub(to, from)));
    }
}

/// The run of slots is freed even if the drop of an element panics.
pub(crate) struct FreeOnDrop<'a, T> {
    pub(crate) buf: &'a mut Buffer<T>,
}
impl<'a, T> Drop for FreeOnDrop<'a, T> {
    fn drop(&mut self) {
        buffer_free(&mut *self.buf)
    }
}

impl<T> Drop for Vec<T> {
    fn drop(&mut self) {
        let run = FreeOnDrop { buf: &mut self.buf };
        drop_range(buffer_ptr(&*run.buf), 0, self.len);
    }
}
impl<T> Deref for Vec<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &*slice_from_raw(buffer_ptr(&self.buf), self.len)
    }
}
impl<T> DerefMut for Vec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut *slice_from_raw(buffer_ptr(&self.buf), self.len)
    }
}
impl<T, I: SliceIndex<[T]>> Index<I> for Vec<T> {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        index.index(self.as_slice())
    }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for Vec<T> {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self.as_mut_slice())
    }
}
impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Self {
        self.as_slice().to_vec()
    }
    fn clone_from(&mut self, source: &Self) {
        self.truncate(source.len);
        let (first, rest) = source.as_slice().split_at(self.len);
        self.as_mut_slice().clone_from_slice(first);
        self.extend_from_slice(rest)
    }
}
impl<T> Default for Vec<T> {
    fn default() -> Self {
        Vec::new()
    }
}
impl<T> Extend<T> for Vec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.push(item);
        }
    }
}
impl<'a, T: Copy + 'a> Extend<&'a T> for Vec<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.push(*item);
        }
    }
}
impl<T> crate::iter::FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T> {
        let mut iter = iter.into_iter();
        let mut all = Vec::with_capacity(iter.size_hint().0);
        while let Some(item) = iter.next() {
            all.push(item);
        }
        all
    }
}
impl<T> crate::iter::FromIterator<T> for Box<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Box<[T]> {
        let all: Vec<T> = crate::iter::FromIterator::from_iter(iter);
        all.into_boxed_slice()
    }
}

impl<T: Clone> From<&[T]> for Vec<T> {
    fn from(slice: &[T]) -> Vec<T> {
        slice.to_vec()
    }
}
impl<T: Clone> From<&mut [T]> for Vec<T> {
    fn from(slice: &mut [T]) -> Vec<T> {
        slice.to_vec()
    }
}
impl<T, const N: usize> From<[T; N]> for Vec<T> {
    fn from(array: [T; N]) -> Vec<T> {
        let mut all = Vec { buf: buffer_new(N), len: 0 };
        let mut iter = array.into_iter();
        while let Some(item) = iter.next() {
            all.push(item);
        }
        all
    }
}
impl<T: Clone, const N: usize> From<&[T; N]> for Vec<T> {
    fn from(array: &[T; N]) -> Vec<T> {
        let slice: &[T] = array;
        slice.to_vec()
    }
}
impl<T> From<Box<[T]>> for Vec<T> {
    fn from(boxed: Box<[T]>) -> Vec<T> {
        let slice = crate::intrinsics::box_into_raw(boxed);
        let len = slice_len(slice);
        adopt(slice_ptr(slice), len, len)
    }
}
impl<T> From<Vec<T>> for Box<[T]> {
    fn from(vec: Vec<T>) -> Box<[T]> {
        vec.into_boxed_slice()
    }
}
impl<T, const N: usize> From<[T; N]> for Box<[T]> {
    fn from(items: [T; N]) -> Box<[T]> {
        Vec::from(items).into_boxed_slice()
    }
}
impl<T: Clone> From<&[T]> for Box<[T]> {
    fn from(slice: &[T]) -> Box<[T]> {
        slice.to_vec().into_boxed_slice()
    }
}
impl From<&str> for Vec<u8> {
    fn from(text: &str) -> Vec<u8> {
        text.as_bytes().to_vec()
    }
}
impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<[T; N], Vec<T>> {
        if vec.len != N {
            return Err(vec);
        }
        let mut iter = vec.into_iter();
        Ok(crate::array::from_fn(|_| iter.next().unwrap()))
    }
}
impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}
impl<T> AsMut<[T]> for Vec<T> {
    fn as_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }
}
impl<T> AsRef<Vec<T>> for Vec<T> {
    fn as_ref(&self) -> &Vec<T> {
        self
    }
}
impl<T> AsMut<Vec<T>> for Vec<T> {
    fn as_mut(&mut self) -> &mut Vec<T> {
        self
    }
}
impl<T> crate::borrow::Borrow<[T]> for Vec<T> {
    fn borrow(&self) -> &[T] {
        self.as_slice()
    }
}
impl<T> crate::borrow::BorrowMut<[T]> for Vec<T> {
    fn borrow_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }
}

/// `vec![value; n]`; as much room as there are elements.
#[lang = "vec_from_elem"]
pub fn from_elem<T: Clone>(value: T, n: usize) -> Vec<T> {
    check_capacity(n);
    let mut all = Vec { buf: buffer_new(n), len: 0 };
    all.resize(n, value);
    all
}
