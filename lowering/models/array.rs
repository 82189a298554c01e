//! Arrays.

use crate::intrinsics::{array_read, maybe_new, maybe_ptr, ptr_add, ptr_read, slice_from_raw, slice_len, slice_ptr};
use crate::intrinsics::{wrapping_add, wrapping_sub};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, IntoIterator, Iterator};
use crate::mem::MaybeUninit;
use crate::vec::{Vec, drop_range};

pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    let mut f = f;
    let mut all: Vec<T> = Vec::with_capacity(N);
    while all.len < N {
        let value = f(all.len);
        all.push(value);
    }
    all.len = 0;
    array_read(all.as_ptr())
}
pub fn from_ref<T>(value: &T) -> &[T; 1] {
    let first: *const T = value;
    &*crate::intrinsics::ptr_cast(first)
}

impl<T, const N: usize> [T; N] {
    pub fn as_slice(&self) -> &[T] {
        self
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
    pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U; N] {
        let mut f = f;
        let mut iter = self.into_iter();
        from_fn(|_| f(iter.next().unwrap()))
    }
    pub fn each_ref(&self) -> [&T; N] {
        from_fn(|at| &self[at])
    }
    pub fn each_mut(&mut self) -> [&mut T; N] {
        let first = self.as_mut_ptr();
        from_fn(|at| &mut *ptr_add(first, at))
    }
}

/// The elements from `start` to before `end` have not been given away.
#[invariant(self.start <= self.end && self.end <= N && crate::intrinsics::is_init(&self.data))]
pub struct IntoIter<T, const N: usize> {
    data: MaybeUninit<[T; N]>,
    start: usize,
    end: usize,
}
impl<T, const N: usize> IntoIter<T, N> {
    fn first(&self) -> *mut T {
        let all: &[T] = &*maybe_ptr(&self.data);
        slice_ptr(all)
    }
    pub fn as_slice(&self) -> &[T] {
        &*slice_from_raw(ptr_add(self.first(), self.start), wrapping_sub(self.end, self.start))
    }
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut *slice_from_raw(ptr_add(self.first(), self.start), wrapping_sub(self.end, self.start))
    }
}
impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;
    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: maybe_new(self), start: 0, end: N }
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;
    fn into_iter(self) -> crate::slice::Iter<'a, T> {
        crate::slice::Iter { rest: self }
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;
    fn into_iter(self) -> crate::slice::IterMut<'a, T> {
        crate::slice::IterMut { rest: self }
    }
}
impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.start >= self.end {
            return None;
        }
        let at = self.start;
        self.start = wrapping_add(at, 1);
        Some(ptr_read(ptr_add(self.first(), at)))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = wrapping_sub(self.end, self.start);
        (left, Some(left))
    }
}
impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.start >= self.end {
            return None;
        }
        self.end = wrapping_sub(self.end, 1);
        Some(ptr_read(ptr_add(self.first(), self.end)))
    }
}
impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}
impl<T, const N: usize> FusedIterator for IntoIter<T, N> {}
impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        drop_range(self.first(), self.start, self.end)
    }
}
impl<T: Clone, const N: usize> Clone for [T; N] {
    fn clone(&self) -> [T; N] {
        from_fn(|at| Clone::clone(&*ptr_add(self.as_ptr(), at)))
    }
    fn clone_from(&mut self, source: &Self) {
        self.clone_from_slice(source)
    }
}
impl<T: Default, const N: usize> Default for [T; N] {
    fn default() -> [T; N] {
        from_fn(|_| T::default())
    }
}
impl<T, const N: usize> AsRef<[T]> for [T; N] {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> AsMut<[T]> for [T; N] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
impl<T, const N: usize> crate::borrow::Borrow<[T]> for [T; N] {
    fn borrow(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> crate::borrow::BorrowMut<[T]> for [T; N] {
    fn borrow_mut(&mut self) -> &mut [T] {
        self
    }
}

#[derive(Clone, Copy)]
pub struct TryFromSliceError(());

impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        if slice_len(slice) == N { Ok(array_read(slice_ptr(slice))) } else { Err(TryFromSliceError(())) }
    }
}
impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        if slice_len(slice) == N {
            Ok(&*crate::intrinsics::ptr_cast(slice_ptr(slice)))
        } else {
            Err(TryFromSliceError(()))
        }
    }
}
