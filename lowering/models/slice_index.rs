//! Indices of slices: numbers and ranges.

use crate::intrinsics::{panic_out_of_bounds, ptr_add, slice_from_raw, slice_len, slice_ptr, wrapping_add, wrapping_sub};
use crate::ops::{Bound, Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::part;

pub trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;
    fn get(self, slice: &T) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    fn get_unchecked(self, slice: *const T) -> *mut Self::Output;
    fn index(self, slice: &T) -> &Self::Output;
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}
impl<T, I: SliceIndex<[T]>, const N: usize> Index<I> for [T; N] {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        let slice: &[T] = self;
        index.index(slice)
    }
}
impl<T, I: SliceIndex<[T]>, const N: usize> IndexMut<I> for [T; N] {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        let slice: &mut [T] = self;
        index.index_mut(slice)
    }
}

impl<T> SliceIndex<[T]> for usize {
    type Output = T;
    fn get(self, slice: &[T]) -> Option<&T> {
        if self < slice_len(slice) { Some(&*ptr_add(slice_ptr(slice), self)) } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < slice_len(slice) { Some(&mut *ptr_add(slice_ptr(slice), self)) } else { None }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut T {
        if self >= slice_len(slice) {
            crate::intrinsics::undefined_bounds()
        }
        ptr_add(slice_ptr(slice), self)
    }
    fn index(self, slice: &[T]) -> &T {
        &slice[self]
    }
    fn index_mut(self, slice: &mut [T]) -> &mut T {
        &mut slice[self]
    }
}

impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= self.end && self.end <= slice_len(slice) {
            Some(&*part(slice, self.start, self.end))
        } else {
            None
        }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= self.end && self.end <= slice_len(slice) {
            Some(&mut *part(slice, self.start, self.end))
        } else {
            None
        }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        part(slice, self.start, self.end)
    }
    fn index(self, slice: &[T]) -> &[T] {
        check(self.start, self.end, slice_len(slice));
        &*part(slice, self.start, self.end)
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        check(self.start, self.end, slice_len(slice));
        &mut *part(slice, self.start, self.end)
    }
}

fn check(start: usize, end: usize, len: usize) {
    if start > end {
        panic_out_of_bounds("slice index starts after its end")
    }
    if end > len {
        panic_out_of_bounds("range end index out of range for slice")
    }
}

impl<T> SliceIndex<[T]> for RangeTo<usize> {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end <= slice_len(slice) { Some(&*part(slice, 0, self.end)) } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end <= slice_len(slice) { Some(&mut *part(slice, 0, self.end)) } else { None }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        part(slice, 0, self.end)
    }
    fn index(self, slice: &[T]) -> &[T] {
        check(0, self.end, slice_len(slice));
        &*part(slice, 0, self.end)
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        check(0, self.end, slice_len(slice));
        &mut *part(slice, 0, self.end)
    }
}

impl<T> SliceIndex<[T]> for RangeFrom<usize> {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        let len = slice_len(slice);
        if self.start <= len { Some(&*part(slice, self.start, len)) } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        let len = slice_len(slice);
        if self.start <= len { Some(&mut *part(slice, self.start, len)) } else { None }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        part(slice, self.start, slice_len(slice))
    }
    fn index(self, slice: &[T]) -> &[T] {
        let len = slice_len(slice);
        if self.start > len {
            panic_out_of_bounds("range start index out of range for slice")
        }
        &*part(slice, self.start, len)
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        let len = slice_len(slice);
        if self.start > len {
            panic_out_of_bounds("range start index out of range for slice")
        }
        &mut *part(slice, self.start, len)
    }
}

impl<T> SliceIndex<[T]> for RangeFull {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        Some(slice)
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        Some(slice)
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        slice_from_raw(slice_ptr(slice), slice_len(slice))
    }
    fn index(self, slice: &[T]) -> &[T] {
        slice
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        slice
    }
}

impl<T> SliceIndex<[T]> for RangeInclusive<usize> {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end == usize::MAX { None } else { half_open(self).get(slice) }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end == usize::MAX { None } else { half_open(self).get_mut(slice) }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        half_open(self).get_unchecked(slice)
    }
    fn index(self, slice: &[T]) -> &[T] {
        if self.end == usize::MAX {
            panic_out_of_bounds("attempted to index slice up to maximum usize")
        }
        half_open(self).index(slice)
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        if self.end == usize::MAX {
            panic_out_of_bounds("attempted to index slice up to maximum usize")
        }
        half_open(self).index_mut(slice)
    }
}

fn half_open(range: RangeInclusive<usize>) -> Range<usize> {
    let end = wrapping_add(range.end, 1);
    Range { start: if range.exhausted { end } else { range.start }, end }
}

impl<T> SliceIndex<[T]> for RangeToInclusive<usize> {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end < slice_len(slice) { Some(&*part(slice, 0, wrapping_add(self.end, 1))) } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end < slice_len(slice) { Some(&mut *part(slice, 0, wrapping_add(self.end, 1))) } else { None }
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        part(slice, 0, wrapping_add(self.end, 1))
    }
    fn index(self, slice: &[T]) -> &[T] {
        if self.end >= slice_len(slice) {
            panic_out_of_bounds("range end index out of range for slice")
        }
        &*part(slice, 0, wrapping_add(self.end, 1))
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        if self.end >= slice_len(slice) {
            panic_out_of_bounds("range end index out of range for slice")
        }
        &mut *part(slice, 0, wrapping_add(self.end, 1))
    }
}

impl<T> SliceIndex<[T]> for (Bound<usize>, Bound<usize>) {
    type Output = [T];
    fn get(self, slice: &[T]) -> Option<&[T]> {
        bounded(self, slice_len(slice))?.get(slice)
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        bounded(self, slice_len(slice))?.get_mut(slice)
    }
    fn get_unchecked(self, slice: *const [T]) -> *mut [T] {
        match bounded(self, slice_len(slice)) {
            Some(range) => range.get_unchecked(slice),
            None => panic_out_of_bounds("range index out of range for slice"),
        }
    }
    fn index(self, slice: &[T]) -> &[T] {
        match bounded(self, slice_len(slice)) {
            Some(range) => range.index(slice),
            None => panic_out_of_bounds("range index out of range for slice"),
        }
    }
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        match bounded(self, slice_len(slice)) {
            Some(range) => range.index_mut(slice),
            None => panic_out_of_bounds("range index out of range for slice"),
        }
    }
}

fn bounded(bounds: (Bound<usize>, Bound<usize>), len: usize) -> Option<Range<usize>> {
    let start = match bounds.0 {
        Bound::Included(start) => start,
        Bound::Excluded(start) => start.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match bounds.1 {
        Bound::Included(end) => end.checked_add(1)?,
        Bound::Excluded(end) => end,
        Bound::Unbounded => len,
    };
    Some(Range { start, end })
}
