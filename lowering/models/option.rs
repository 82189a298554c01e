//! `Option`.

use crate::intrinsics;
use crate::ops::{Deref, DerefMut};

#[lang = "Option"]
#[derive(Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Option<T> {
    None,
    Some(T),
}

impl<T: Clone> Clone for Option<T> {
    fn clone(&self) -> Self {
        match self {
            Option::Some(value) => Option::Some(value.clone()),
            Option::None => Option::None,
        }
    }
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Option::Some(to), Option::Some(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T> Option<T> {
    pub fn is_some(&self) -> bool {
        matches!(self, Some(_))
    }
    pub fn is_none(&self) -> bool {
        !self.is_some()
    }
    pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            None => false,
            Some(value) => f(value),
        }
    }
    pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            None => true,
            Some(value) => f(value),
        }
    }
    pub fn as_ref(&self) -> Option<&T> {
        match self {
            Some(value) => Some(value),
            None => None,
        }
    }
    pub fn as_mut(&mut self) -> Option<&mut T> {
        match self {
            Some(value) => Some(value),
            None => None,
        }
    }
    pub fn as_deref(&self) -> Option<&<T as Deref>::Target>
    where
        T: Deref,
    {
        match self {
            Some(value) => Some(Deref::deref(value)),
            None => None,
        }
    }
    pub fn as_deref_mut(&mut self) -> Option<&mut <T as Deref>::Target>
    where
        T: DerefMut,
    {
        match self {
            Some(value) => Some(DerefMut::deref_mut(value)),
            None => None,
        }
    }
    pub fn unwrap(self) -> T {
        match self {
            Some(value) => value,
            None => intrinsics::panic_unwrap("called `Option::unwrap()` on a `None` value"),
        }
    }
    pub fn expect(self, message: &str) -> T {
        match self {
            Some(value) => value,
            None => intrinsics::panic_unwrap("called `Option::expect()` on a `None` value"),
        }
    }
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(value) => value,
            None => default,
        }
    }
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(value) => value,
            None => f(),
        }
    }
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(value) => value,
            None => T::default(),
        }
    }
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(value) => Some(f(value)),
            None => None,
        }
    }
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(value) => f(value),
            None => default,
        }
    }
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(value) => f(value),
            None => default(),
        }
    }
    pub fn ok_or<E>(self, error: E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error),
        }
    }
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(f()),
        }
    }
    pub fn and<U>(self, other: Option<U>) -> Option<U> {
        match self {
            Some(_) => other,
            None => None,
        }
    }
    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(value) => f(value),
            None => None,
        }
    }
    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
        match self {
            Some(value) => {
                if predicate(&value) {
                    Some(value)
                } else {
                    None
                }
            }
            None => None,
        }
    }
    pub fn or(self, other: Option<T>) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => other,
        }
    }
    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => f(),
        }
    }
    pub fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(value), None) => Some(value),
            (None, Some(value)) => Some(value),
            _ => None,
        }
    }
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
    pub fn take(&mut self) -> Option<T> {
        crate::mem::replace(self, None)
    }
    pub fn replace(&mut self, value: T) -> Option<T> {
        crate::mem::replace(self, Some(value))
    }
    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(value) => value,
            None => loop {},
        }
    }
    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        if self.is_none() {
            *self = Some(value);
        }
        match self {
            Some(value) => value,
            None => loop {},
        }
    }
    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        self.get_or_insert_with(T::default)
    }
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(value) => value,
            None => intrinsics::undefined_promise(),
        }
    }
    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let take = match self {
            Some(value) => predicate(value),
            None => false,
        };
        if take { self.take() } else { None }
    }
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
        if let Some(value) = &self {
            f(value);
        }
        self
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { value: self.as_ref() }
    }
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { value: self.as_mut() }
    }
    pub fn as_slice(&self) -> &[T] {
        match self {
            Some(value) => crate::slice::from_ref(value),
            None => &[],
        }
    }
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if self.is_none() {
            *self = Some(f());
        }
        match self {
            Some(value) => value,
            None => loop {},
        }
    }
}

impl<T> Option<&T> {
    pub fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(value) => Some(*value),
            None => None,
        }
    }
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(value) => Some(value.clone()),
            None => None,
        }
    }
}

impl<T> Option<&mut T> {
    pub fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(value) => Some(*value),
            None => None,
        }
    }
    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(value) => Some((*value).clone()),
            None => None,
        }
    }
}

impl<T> Option<Option<T>> {
    pub fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T> Default for Option<T> {
    fn default() -> Self {
        None
    }
}
impl<T> From<T> for Option<T> {
    fn from(value: T) -> Self {
        Some(value)
    }
}
impl<'a, T> From<&'a Option<T>> for Option<&'a T> {
    fn from(value: &'a Option<T>) -> Self {
        value.as_ref()
    }
}

impl<T, E> Option<Result<T, E>> {
    pub fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}
impl<T, U> Option<(T, U)> {
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

#[derive(Clone)]
pub struct IntoIter<T> {
    value: Option<T>,
}
pub struct Iter<'a, T> {
    value: Option<&'a T>,
}
pub struct IterMut<'a, T> {
    value: Option<&'a mut T>,
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.value.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.value.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}
impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}
impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> crate::iter::FusedIterator for IntoIter<T> {}
impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { value: self.value }
    }
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        self.value.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.value.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        self.value.take()
    }
}
impl<'a, T> ExactSizeIterator for Iter<'a, T> {}
impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;
    fn next(&mut self) -> Option<&'a mut T> {
        self.value.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.value.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        self.value.take()
    }
}
impl<'a, T> ExactSizeIterator for IterMut<'a, T> {}
impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { value: self }
    }
}
impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
