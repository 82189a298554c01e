//! Equality and order of what is made of elements: slices, arrays, vectors.

use crate::cmp::Ordering;
use crate::intrinsics::{ptr_add, slice_len, slice_ptr, wrapping_add};
use crate::vec::Vec;

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    fn eq(&self, other: &[U]) -> bool {
        let len = slice_len(self);
        if len != slice_len(other) {
            return false;
        }
        let mut at = 0;
        while at < len {
            if *ptr_add(slice_ptr(self), at) != *ptr_add(slice_ptr(other), at) {
                return false;
            }
            at = wrapping_add(at, 1);
        }
        true
    }
}
impl<T: Eq> Eq for [T] {}
impl<T: PartialOrd> PartialOrd for [T] {
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        let (a, b) = (slice_len(self), slice_len(other));
        let shorter = if a < b { a } else { b };
        let mut at = 0;
        while at < shorter {
            let order = PartialOrd::partial_cmp(&*ptr_add(slice_ptr(self), at), &*ptr_add(slice_ptr(other), at));
            if order != Some(Ordering::Equal) {
                return order;
            }
            at = wrapping_add(at, 1);
        }
        a.partial_cmp(&b)
    }
}
impl<T: Ord> Ord for [T] {
    fn cmp(&self, other: &[T]) -> Ordering {
        let (a, b) = (slice_len(self), slice_len(other));
        let shorter = if a < b { a } else { b };
        let mut at = 0;
        while at < shorter {
            let order = Ord::cmp(&*ptr_add(slice_ptr(self), at), &*ptr_add(slice_ptr(other), at));
            if order != Ordering::Equal {
                return order;
            }
            at = wrapping_add(at, 1);
        }
        a.cmp(&b)
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        *self.as_slice() == *other.as_slice()
    }
}
impl<T: Eq> Eq for Vec<T> {}
impl<T: PartialOrd> PartialOrd for Vec<T> {
    fn partial_cmp(&self, other: &Vec<T>) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}
impl<T: Ord> Ord for Vec<T> {
    fn cmp(&self, other: &Vec<T>) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}
impl<T: PartialEq<U>, U> PartialEq<[U]> for Vec<T> {
    fn eq(&self, other: &[U]) -> bool {
        *self.as_slice() == *other
    }
}
impl<T: PartialEq<U>, U> PartialEq<&[U]> for Vec<T> {
    fn eq(&self, other: &&[U]) -> bool {
        *self.as_slice() == **other
    }
}
impl<T: PartialEq<U>, U> PartialEq<&mut [U]> for Vec<T> {
    fn eq(&self, other: &&mut [U]) -> bool {
        *self.as_slice() == **other
    }
}
impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for [T] {
    fn eq(&self, other: &Vec<U>) -> bool {
        *self == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for &[T] {
    fn eq(&self, other: &Vec<U>) -> bool {
        **self == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for Vec<T> {
    fn eq(&self, other: &[U; N]) -> bool {
        *self.as_slice() == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<&[U; N]> for Vec<T> {
    fn eq(&self, other: &&[U; N]) -> bool {
        *self.as_slice() == *other.as_slice()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] {
    fn eq(&self, other: &[U; N]) -> bool {
        *self.as_slice() == *other.as_slice()
    }
}
impl<T: Eq, const N: usize> Eq for [T; N] {}
impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}
impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    fn eq(&self, other: &[U; N]) -> bool {
        *self == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for &[T] {
    fn eq(&self, other: &[U; N]) -> bool {
        **self == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for &mut [T] {
    fn eq(&self, other: &[U; N]) -> bool {
        **self == *other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] {
    fn eq(&self, other: &[U]) -> bool {
        *self.as_slice() == *other
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<&[U]> for [T; N] {
    fn eq(&self, other: &&[U]) -> bool {
        *self.as_slice() == **other
    }
}
