//! Slices: what reads, finds and splits.

use crate::borrow::Borrow;
use crate::cmp::Ordering;
use crate::intrinsics::{panic_explicit, panic_out_of_bounds, ptr_add, ptr_read, ptr_write, slice_from_raw, slice_len, slice_ptr};
use crate::intrinsics::{read, wrapping_add, wrapping_sub};
use crate::ops::OneSidedRange;
use crate::range::indices;
use crate::vec::Vec;

pub use crate::slice_index::SliceIndex;
pub use crate::slice_iter::*;

pub unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T] {
    check_run(data, len);
    &*slice_from_raw(data, len)
}
pub unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    check_run(data, len);
    &mut *slice_from_raw(data, len)
}
/// A slice leads to as many elements as it says, also if nobody looks at them.
fn check_run<T>(data: *const T, len: usize) {
    if data.is_null() {
        crate::intrinsics::undefined_promise()
    }
    if len > 0 {
        let first = &*data;
        let last = &*ptr_add(data, wrapping_sub(len, 1));
    }
}
pub fn from_ref<T>(value: &T) -> &[T] {
    &*slice_from_raw(value, 1)
}
pub fn from_mut<T>(value: &mut T) -> &mut [T] {
    let first: *mut T = value;
    &mut *slice_from_raw(first, 1)
}

/// The elements from `start` to before `end`, which are there.
pub(crate) fn part<T>(slice: *const [T], start: usize, end: usize) -> *mut [T] {
    slice_from_raw(ptr_add(slice_ptr(slice), start), wrapping_sub(end, start))
}

/// Moves `n` values towards the end of the run that both lie in.
pub(crate) fn shift_up<T>(from: *const T, to: *mut T, n: usize) {
    let mut left = n;
    while left > 0 {
        left = wrapping_sub(left, 1);
        ptr_write(ptr_add(to, left), ptr_read(ptr_add(from, left)));
    }
}
/// Moves `n` values towards the start of the run that both lie in, or to another one.
pub(crate) fn shift_down<T>(from: *const T, to: *mut T, n: usize) {
    let mut at = 0;
    while at < n {
        ptr_write(ptr_add(to, at), ptr_read(ptr_add(from, at)));
        at = wrapping_add(at, 1);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GetDisjointMutError {
    IndexOutOfBounds,
    OverlappingIndices,
}

impl<T> [T] {
    pub const fn len(&self) -> usize {
        slice_len(self)
    }
    pub const fn is_empty(&self) -> bool {
        slice_len(self) == 0
    }
    pub const fn as_ptr(&self) -> *const T {
        slice_ptr(self)
    }
    pub const fn as_mut_ptr(&mut self) -> *mut T {
        slice_ptr(self)
    }
    pub fn as_ptr_range(&self) -> crate::ops::Range<*const T> {
        let start: *const T = slice_ptr(self);
        let end: *const T = ptr_add(start, slice_len(self));
        crate::ops::Range { start, end }
    }
    pub fn first(&self) -> Option<&T> {
        if slice_len(self) == 0 { None } else { Some(&*slice_ptr(self)) }
    }
    pub fn first_mut(&mut self) -> Option<&mut T> {
        if slice_len(self) == 0 { None } else { Some(&mut *slice_ptr(self)) }
    }
    pub fn last(&self) -> Option<&T> {
        let len = slice_len(self);
        if len == 0 { None } else { Some(&*ptr_add(slice_ptr(self), wrapping_sub(len, 1))) }
    }
    pub fn last_mut(&mut self) -> Option<&mut T> {
        let len = slice_len(self);
        if len == 0 { None } else { Some(&mut *ptr_add(slice_ptr(self), wrapping_sub(len, 1))) }
    }
    pub fn split_first(&self) -> Option<(&T, &[T])> {
        let len = slice_len(self);
        if len == 0 { None } else { Some((&*slice_ptr(self), &*part(self, 1, len))) }
    }
    pub fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = slice_len(self);
        if len == 0 { None } else { Some((&mut *slice_ptr(self), &mut *part(self, 1, len))) }
    }
    pub fn split_last(&self) -> Option<(&T, &[T])> {
        let len = slice_len(self);
        if len == 0 {
            return None;
        }
        let rest = wrapping_sub(len, 1);
        Some((&*ptr_add(slice_ptr(self), rest), &*part(self, 0, rest)))
    }
    pub fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let len = slice_len(self);
        if len == 0 {
            return None;
        }
        let rest = wrapping_sub(len, 1);
        Some((&mut *ptr_add(slice_ptr(self), rest), &mut *part(self, 0, rest)))
    }
    pub fn split_off_first(self: &mut &Self) -> Option<&T> {
        let (first, rest) = (**self).split_first()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_first_mut(self: &mut &mut Self) -> Option<&mut T> {
        let whole: &mut [T] = read(self);
        let (first, rest) = whole.split_first_mut()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_last(self: &mut &Self) -> Option<&T> {
        let (last, rest) = (**self).split_last()?;
        *self = rest;
        Some(last)
    }
    pub fn split_off_last_mut(self: &mut &mut Self) -> Option<&mut T> {
        let whole: &mut [T] = read(self);
        let (last, rest) = whole.split_last_mut()?;
        *self = rest;
        Some(last)
    }
    pub fn split_off<R: OneSidedRange>(self: &mut &Self, range: R) -> Option<&Self> {
        let (takes_front, at) = range.split_point()?;
        let (front, back) = (**self).split_at_checked(at)?;
        *self = if takes_front { back } else { front };
        Some(if takes_front { front } else { back })
    }
    pub fn split_off_mut<R: OneSidedRange>(self: &mut &mut Self, range: R) -> Option<&mut Self> {
        let (takes_front, at) = range.split_point()?;
        let whole: &mut [T] = read(self);
        let (front, back) = whole.split_at_mut_checked(at)?;
        if takes_front {
            *self = back;
            return Some(front);
        }
        *self = front;
        Some(back)
    }
    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }
    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output {
        &*index.get_unchecked(self)
    }
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output {
        &mut *index.get_unchecked(self)
    }
    pub fn get_disjoint_mut<const N: usize>(&mut self, indices: [usize; N]) -> Result<[&mut T; N], GetDisjointMutError> {
        let len = slice_len(self);
        let mut i = 0;
        while i < N {
            if indices[i] >= len {
                return Err(GetDisjointMutError::IndexOutOfBounds);
            }
            let mut j = 0;
            while j < i {
                if indices[i] == indices[j] {
                    return Err(GetDisjointMutError::OverlappingIndices);
                }
                j += 1;
            }
            i += 1;
        }
        let first: *mut T = slice_ptr(self);
        Ok(crate::array::from_fn(|at| &mut *ptr_add(first, indices[at])))
    }
    pub fn swap(&mut self, a: usize, b: usize) {
        let len = slice_len(self);
        if a >= len || b >= len {
            panic_out_of_bounds("index out of bounds")
        }
        let first = slice_ptr(self);
        let x = ptr_add(first, a);
        let y = ptr_add(first, b);
        let value = ptr_read(x);
        ptr_write(x, ptr_read(y));
        ptr_write(y, value);
    }
    pub fn reverse(&mut self) {
        let first = slice_ptr(self);
        let mut low = 0;
        let mut high = slice_len(self);
        while wrapping_add(low, 1) < high {
            high = wrapping_sub(high, 1);
            let x = ptr_add(first, low);
            let y = ptr_add(first, high);
            let value = ptr_read(x);
            ptr_write(x, ptr_read(y));
            ptr_write(y, value);
            low = wrapping_add(low, 1);
        }
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { rest: self }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { rest: self }
    }
    pub fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        let len = slice_len(self);
        if mid > len {
            panic_explicit("mid > len")
        }
        (&*part(self, 0, mid), &*part(self, mid, len))
    }
    pub fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        let len = slice_len(self);
        if mid > len {
            panic_explicit("mid > len")
        }
        (&mut *part(self, 0, mid), &mut *part(self, mid, len))
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        if mid > slice_len(self) { None } else { Some(self.split_at(mid)) }
    }
    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])> {
        if mid > slice_len(self) { None } else { Some(self.split_at_mut(mid)) }
    }
    pub unsafe fn split_at_unchecked(&self, mid: usize) -> (&[T], &[T]) {
        (&*part(self, 0, mid), &*part(self, mid, slice_len(self)))
    }
    pub unsafe fn split_at_mut_unchecked(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        (&mut *part(self, 0, mid), &mut *part(self, mid, slice_len(self)))
    }
    pub fn windows(&self, size: usize) -> Windows<'_, T> {
        if size == 0 {
            panic_explicit("window size must be non-zero")
        }
        Windows { rest: self, size }
    }
    pub fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        if chunk_size == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        Chunks { rest: self, size: chunk_size }
    }
    pub fn chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        if chunk_size == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        ChunksMut { rest: self, size: chunk_size }
    }
    pub fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        if chunk_size == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        let len = slice_len(self);
        let whole = wrapping_sub(len, len % chunk_size);
        ChunksExact { rest: &*part(self, 0, whole), remainder: &*part(self, whole, len), size: chunk_size }
    }
    pub fn chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        if chunk_size == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        let len = slice_len(self);
        let whole = wrapping_sub(len, len % chunk_size);
        ChunksExactMut { rest: &mut *part(self, 0, whole), remainder: &mut *part(self, whole, len), size: chunk_size }
    }
    pub fn rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        if chunk_size == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        RChunks { rest: self, size: chunk_size }
    }
    pub fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
        if N == 0 {
            panic_explicit("chunk size must be non-zero")
        }
        let len = slice_len(self);
        let whole = wrapping_sub(len, len % N);
        let first: *const [T; N] = crate::intrinsics::ptr_cast(slice_ptr(self));
        (&*slice_from_raw(first, whole / N), &*part(self, whole, len))
    }
    pub fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        if slice_len(self) < N { None } else { Some(&*crate::intrinsics::ptr_cast(slice_ptr(self))) }
    }
    pub fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        let len = slice_len(self);
        if len < N {
            return None;
        }
        let first = ptr_add(slice_ptr(self), wrapping_sub(len, N));
        Some(&*crate::intrinsics::ptr_cast(first))
    }
    pub fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        let chunk = self.first_chunk::<N>()?;
        Some((chunk, &*part(self, N, slice_len(self))))
    }
    pub fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        let chunk = self.last_chunk::<N>()?;
        Some((&*part(self, 0, wrapping_sub(slice_len(self), N)), chunk))
    }
    pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, pred: F) -> ChunkBy<'_, T, F> {
        ChunkBy { rest: self, pred }
    }
    pub fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> SplitN<'_, T, F> {
        SplitN { iter: self.split(pred), left: n }
    }
    pub fn rsplit<F: FnMut(&T) -> bool>(&self, pred: F) -> crate::iter::Rev<Split<'_, T, F>> {
        self.split(pred).rev()
    }
    pub fn split_inclusive<F: FnMut(&T) -> bool>(&self, pred: F) -> SplitInclusive<'_, T, F> {
        SplitInclusive { rest: self, pred }
    }
    pub fn split<F: FnMut(&T) -> bool>(&self, pred: F) -> Split<'_, T, F> {
        Split { rest: Some(self), pred }
    }
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        let len = slice_len(self);
        let first = slice_ptr(self);
        let mut at = 0;
        while at < len {
            if *ptr_add(first, at) == *x {
                return true;
            }
            at = wrapping_add(at, 1);
        }
        false
    }
    pub fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let n = slice_len(needle);
        slice_len(self) >= n && *needle == *part(self, 0, n)
    }
    pub fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let len = slice_len(self);
        let n = slice_len(needle);
        len >= n && *needle == *part(self, wrapping_sub(len, n), len)
    }
    pub fn strip_prefix(&self, prefix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.starts_with(prefix) { Some(&*part(self, slice_len(prefix), slice_len(self))) } else { None }
    }
    pub fn strip_suffix(&self, suffix: &[T]) -> Option<&[T]>
    where
        T: PartialEq,
    {
        if self.ends_with(suffix) {
            Some(&*part(self, 0, wrapping_sub(slice_len(self), slice_len(suffix))))
        } else {
            None
        }
    }
    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|p| Ord::cmp(p, x))
    }
    pub fn binary_search_by_key<B: Ord, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize> {
        let mut f = f;
        self.binary_search_by(|k| Ord::cmp(&f(k), b))
    }
    /// As std has it: which of several equal elements is found is not specified, and this is the choice
    /// of the version that we read.
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize> {
        let mut f = f;
        let first = slice_ptr(self);
        let mut size = slice_len(self);
        if size == 0 {
            return Err(0);
        }
        let mut base = 0;
        while size > 1 {
            let half = size / 2;
            let mid = wrapping_add(base, half);
            if f(&*ptr_add(first, mid)) != Ordering::Greater {
                base = mid;
            }
            size = wrapping_sub(size, half);
        }
        match f(&*ptr_add(first, base)) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(wrapping_add(base, 1)),
            Ordering::Greater => Err(base),
        }
    }
    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        let mut pred = pred;
        let found = self.binary_search_by(|x| if pred(x) { Ordering::Less } else { Ordering::Greater });
        match found {
            Ok(at) => at,
            Err(at) => at,
        }
    }
    pub fn rotate_left(&mut self, mid: usize) {
        let len = slice_len(self);
        if mid > len {
            panic_explicit("assertion failed: mid <= self.len()")
        }
        let first = slice_ptr(self);
        let mut turns = mid;
        if len > 1 {
            while turns > 0 {
                let value = ptr_read(first);
                shift_down(ptr_add(first, 1), first, wrapping_sub(len, 1));
                ptr_write(ptr_add(first, wrapping_sub(len, 1)), value);
                turns = wrapping_sub(turns, 1);
            }
        }
    }
    pub fn rotate_right(&mut self, k: usize) {
        let len = slice_len(self);
        if k > len {
            panic_explicit("assertion failed: k <= self.len()")
        }
        self.rotate_left(wrapping_sub(len, k))
    }
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        let len = slice_len(self);
        let first = slice_ptr(self);
        if len == 0 {
            return;
        }
        let mut at = 0;
        while wrapping_add(at, 1) < len {
            *ptr_add(first, at) = Clone::clone(&value);
            at = wrapping_add(at, 1);
        }
        *ptr_add(first, at) = value;
    }
    pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
        let mut f = f;
        let len = slice_len(self);
        let first = slice_ptr(self);
        let mut at = 0;
        while at < len {
            *ptr_add(first, at) = f();
            at = wrapping_add(at, 1);
        }
    }
    pub fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        let len = slice_len(self);
        if len != slice_len(src) {
            panic_explicit("destination and source slices have different lengths")
        }
        let mut at = 0;
        while at < len {
            (*ptr_add(slice_ptr(self), at)).clone_from(&*ptr_add(slice_ptr(src), at));
            at = wrapping_add(at, 1);
        }
    }
    pub fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        let len = slice_len(self);
        if len != slice_len(src) {
            panic_explicit("copy_from_slice: source slice length does not match destination slice length")
        }
        shift_down(slice_ptr(src), slice_ptr(self), len)
    }
    pub fn copy_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let len = slice_len(self);
        let range = indices(src, len);
        let count = wrapping_sub(range.end, range.start);
        if dest > wrapping_sub(len, count) {
            panic_explicit("dest is out of bounds")
        }
        let first = slice_ptr(self);
        let from = ptr_add(first, range.start);
        if dest <= range.start {
            shift_down(from, ptr_add(first, dest), count)
        } else {
            shift_up(from, ptr_add(first, dest), count)
        }
    }
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        let len = slice_len(self);
        if len != slice_len(other) {
            panic_explicit("destination and source slices have different lengths")
        }
        let mut at = 0;
        while at < len {
            let x = ptr_add(slice_ptr(self), at);
            let y = ptr_add(slice_ptr(other), at);
            let value = ptr_read(x);
            ptr_write(x, ptr_read(y));
            ptr_write(y, value);
            at = wrapping_add(at, 1);
        }
    }
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut all = Vec::with_capacity(slice_len(self));
        all.extend_from_slice(self);
        all
    }
    pub fn into_vec(self: Box<Self>) -> Vec<T> {
        Vec::from(self)
    }
    pub fn repeat(&self, n: usize) -> Vec<T>
    where
        T: Copy,
    {
        if crate::intrinsics::overflows_mul(slice_len(self), n) {
            panic_explicit("capacity overflow")
        }
        let mut all = Vec::with_capacity(crate::intrinsics::wrapping_mul(slice_len(self), n));
        let mut left = n;
        while left > 0 {
            all.extend_from_slice(self);
            left = wrapping_sub(left, 1);
        }
        all
    }
    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        let len = slice_len(self);
        let first = slice_ptr(self);
        let mut at = 1;
        while at < len {
            if !(*ptr_add(first, wrapping_sub(at, 1)) <= *ptr_add(first, at)) {
                return false;
            }
            at = wrapping_add(at, 1);
        }
        true
    }
    pub fn is_sorted_by<F: FnMut(&T, &T) -> bool>(&self, compare: F) -> bool {
        let mut compare = compare;
        let len = slice_len(self);
        let first = slice_ptr(self);
        let mut at = 1;
        while at < len {
            if !compare(&*ptr_add(first, wrapping_sub(at, 1)), &*ptr_add(first, at)) {
                return false;
            }
            at = wrapping_add(at, 1);
        }
        true
    }
    pub fn is_sorted_by_key<K: PartialOrd, F: FnMut(&T) -> K>(&self, f: F) -> bool {
        self.iter().is_sorted_by_key(f)
    }
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        insertion_sort(self, |a, b| Ord::cmp(a, b) == Ordering::Less)
    }
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        let mut compare = compare;
        insertion_sort(self, |a, b| compare(a, b) == Ordering::Less)
    }
    pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        insertion_sort(self, |a, b| Ord::cmp(&f(a), &f(b)) == Ordering::Less)
    }
    pub fn sort_by_cached_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        insertion_sort(self, |a, b| Ord::cmp(&f(a), &f(b)) == Ordering::Less)
    }
    pub fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        unstable_sort(self)
    }
    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        unstable_sort_by(self, compare)
    }
    pub fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        let mut f = f;
        unstable_sort_by(self, |a, b| Ord::cmp(&f(a), &f(b)))
    }
    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        let len = slice_len(self);
        if index >= len {
            panic_out_of_bounds("partition_at_index index greater than length of slice")
        }
        unstable_sort(self);
        let nth = &mut *ptr_add(slice_ptr(self), index);
        let below = &mut *part(self, 0, index);
        let above = &mut *part(self, wrapping_add(index, 1), len);
        shuffle(&mut *below);
        shuffle(&mut *above);
        (below, nth, above)
    }
    pub fn select_nth_unstable_by<F: FnMut(&T, &T) -> crate::cmp::Ordering>(
        &mut self,
        index: usize,
        compare: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        let len = slice_len(self);
        if index >= len {
            panic_out_of_bounds("partition_at_index index greater than length of slice")
        }
        unstable_sort_by(self, compare);
        let nth = &mut *ptr_add(slice_ptr(self), index);
        let below = &mut *part(self, 0, index);
        let above = &mut *part(self, wrapping_add(index, 1), len);
        shuffle(&mut *below);
        shuffle(&mut *above);
        (below, nth, above)
    }
    pub fn select_nth_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(
        &mut self,
        index: usize,
        f: F,
    ) -> (&mut [T], &mut T, &mut [T]) {
        let mut f = f;
        self.select_nth_unstable_by(index, |a, b| Ord::cmp(&f(a), &f(b)))
    }
    pub fn concat<Item: ?Sized>(&self) -> <Self as Concat<Item>>::Output
    where
        Self: Concat<Item>,
    {
        Concat::concat(self)
    }
    pub fn join<Separator>(&self, sep: Separator) -> <Self as Join<Separator>>::Output
    where
        Self: Join<Separator>,
    {
        Join::join(self, sep)
    }
}

impl [u8] {
    pub fn to_ascii_lowercase(&self) -> Vec<u8> {
        self.iter().map(|byte| byte.to_ascii_lowercase()).collect()
    }
    pub fn to_ascii_uppercase(&self) -> Vec<u8> {
        self.iter().map(|byte| byte.to_ascii_uppercase()).collect()
    }
    pub fn make_ascii_lowercase(&mut self) {
        self.iter_mut().for_each(|byte| byte.make_ascii_lowercase())
    }
    pub fn make_ascii_uppercase(&mut self) {
        self.iter_mut().for_each(|byte| byte.make_ascii_uppercase())
    }
    pub fn is_ascii(&self) -> bool {
        self.iter().all(|byte| *byte < 128)
    }
    pub fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.eq_ignore_ascii_case(b))
    }
}

impl<T, const N: usize> [[T; N]] {
    pub fn as_flattened(&self) -> &[T] {
        let first: *const T = crate::intrinsics::ptr_cast(slice_ptr(self));
        &*slice_from_raw(first, slice_len(self) * N)
    }
}

/// Stable. Neighbours change places, so that a comparison that panics leaves all elements there.
fn insertion_sort<T, F: FnMut(&T, &T) -> bool>(slice: &mut [T], is_less: F) {
    let mut is_less = is_less;
    let len = slice_len(slice);
    let first = slice_ptr(slice);
    let mut sorted = 1;
    while sorted < len {
        let mut at = sorted;
        while at > 0 {
            let x = ptr_add(first, wrapping_sub(at, 1));
            let y = ptr_add(first, at);
            if !is_less(&*y, &*x) {
                break;
            }
            let value = ptr_read(x);
            ptr_write(x, ptr_read(y));
            ptr_write(y, value);
            at = wrapping_sub(at, 1);
        }
        sorted = wrapping_add(sorted, 1);
    }
}

fn unstable_sort<T: Ord>(slice: &mut [T]) {
    if crate::intrinsics::equal_is_same::<T>() {
        insertion_sort(slice, |a, b| Ord::cmp(a, b) == Ordering::Less)
    } else {
        unstable_sort_by(slice, |a, b| Ord::cmp(a, b))
    }
}

/// The order of equal elements is not specified: one that is put in its place passes as many of its equals as
/// it likes.
fn unstable_sort_by<T, F: FnMut(&T, &T) -> Ordering>(slice: &mut [T], compare: F) {
    let mut compare = compare;
    insertion_sort(slice, |a, b| match compare(a, b) {
        Ordering::Less => true,
        Ordering::Equal => crate::intrinsics::choose(),
        Ordering::Greater => false,
    })
}

/// Any order.
fn shuffle<T>(slice: &mut [T]) {
    insertion_sort(slice, |_, _| crate::intrinsics::choose())
}

pub trait Concat<Item: ?Sized> {
    type Output;
    fn concat(slice: &Self) -> Self::Output;
}
impl<T: Clone, V: Borrow<[T]>> Concat<T> for [V] {
    type Output = Vec<T>;
    fn concat(slice: &[V]) -> Vec<T> {
        let mut all = Vec::new();
        let mut iter = slice.iter();
        while let Some(item) = iter.next() {
            let item: &[T] = item.borrow();
            all.extend_from_slice(item);
        }
        all
    }
}
impl<S: Borrow<str>> Concat<str> for [S] {
    type Output = crate::string::String;
    fn concat(slice: &[S]) -> crate::string::String {
        let mut all = crate::string::String::new();
        let mut iter = slice.iter();
        while let Some(item) = iter.next() {
            let item: &str = item.borrow();
            all.push_str(item);
        }
        all
    }
}
pub trait Join<Separator> {
    type Output;
    fn join(slice: &Self, sep: Separator) -> Self::Output;
}
impl<T: Clone, V: Borrow<[T]>> Join<&T> for [V] {
    type Output = Vec<T>;
    fn join(slice: &[V], sep: &T) -> Vec<T> {
        let mut all = Vec::new();
        let mut iter = slice.iter();
        let mut first = true;
        while let Some(item) = iter.next() {
            if !first {
                all.push(sep.clone());
            }
            first = false;
            let item: &[T] = item.borrow();
            all.extend_from_slice(item);
        }
        all
    }
}
impl<S: Borrow<str>> Join<&str> for [S] {
    type Output = crate::string::String;
    fn join(slice: &[S], sep: &str) -> crate::string::String {
        let mut all = crate::string::String::new();
        let mut iter = slice.iter();
        let mut first = true;
        while let Some(item) = iter.next() {
            if !first {
                all.push_str(sep);
            }
            first = false;
            let item: &str = item.borrow();
            all.push_str(item);
        }
        all
    }
}

impl<T> [crate::mem::MaybeUninit<T>] {
    pub unsafe fn assume_init_ref(&self) -> &[T] {
        crate::slice::from_raw_parts(self.as_ptr().cast::<T>(), self.len())
    }
    pub unsafe fn assume_init_mut(&mut self) -> &mut [T] {
        crate::slice::from_raw_parts_mut(self.as_mut_ptr().cast::<T>(), self.len())
    }
    pub unsafe fn assume_init_drop(&mut self) {
        for room in self {
            room.assume_init_drop()
        }
    }
}
