//! `Result`.

use crate::intrinsics;

#[lang = "Result"]
#[derive(Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
}

impl<T: Clone, E: Clone> Clone for Result<T, E> {
    fn clone(&self) -> Self {
        match self {
            Result::Ok(value) => Result::Ok(value.clone()),
            Result::Err(error) => Result::Err(error.clone()),
        }
    }
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Result::Ok(to), Result::Ok(from)) => to.clone_from(from),
            (Result::Err(to), Result::Err(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T, E> Result<T, E> {
    pub fn is_ok(&self) -> bool {
        matches!(self, Ok(_))
    }
    pub fn is_err(&self) -> bool {
        !self.is_ok()
    }
    pub fn ok(self) -> Option<T> {
        match self {
            Ok(value) => Some(value),
            Err(_) => None,
        }
    }
    pub fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(error) => Some(error),
        }
    }
    pub fn as_ref(&self) -> Result<&T, &E> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error),
        }
    }
    pub fn as_mut(&mut self) -> Result<&mut T, &mut E> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error),
        }
    }
    pub fn unwrap(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => intrinsics::panic_unwrap("called `Result::unwrap()` on an `Err` value"),
        }
    }
    pub fn expect(self, message: &str) -> T {
        match self {
            Ok(value) => value,
            Err(_) => intrinsics::panic_unwrap("called `Result::expect()` on an `Err` value"),
        }
    }
    pub fn unwrap_err(self) -> E {
        match self {
            Ok(_) => intrinsics::panic_unwrap("called `Result::unwrap_err()` on an `Ok` value"),
            Err(error) => error,
        }
    }
    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Ok(value) => value,
            Err(_) => default,
        }
    }
    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T {
        match self {
            Ok(value) => value,
            Err(error) => f(error),
        }
    }
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(value) => value,
            Err(_) => T::default(),
        }
    }
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E> {
        match self {
            Ok(value) => Ok(f(value)),
            Err(error) => Err(error),
        }
    }
    pub fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Result<T, O> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(f(error)),
        }
    }
    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E> {
        match self {
            Ok(value) => f(value),
            Err(error) => Err(error),
        }
    }
    pub fn or_else<O, F: FnOnce(E) -> Result<T, O>>(self, f: F) -> Result<T, O> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => f(error),
        }
    }
    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Ok(value) => f(value),
            Err(_) => false,
        }
    }
    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
        match self {
            Ok(_) => false,
            Err(error) => f(error),
        }
    }
    pub fn expect_err(self, message: &str) -> E {
        match self {
            Ok(_) => intrinsics::panic_unwrap("called `Result::expect_err()` on an `Ok` value"),
            Err(error) => error,
        }
    }
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => intrinsics::undefined_promise(),
        }
    }
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Ok(value) => f(value),
            Err(_) => default,
        }
    }
    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Ok(value) => f(value),
            Err(error) => default(error),
        }
    }
    pub fn and<U>(self, other: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => other,
            Err(error) => Err(error),
        }
    }
    pub fn or<O>(self, other: Result<T, O>) -> Result<T, O> {
        match self {
            Ok(value) => Ok(value),
            Err(_) => other,
        }
    }
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Result<T, E> {
        if let Ok(value) = &self {
            f(value);
        }
        self
    }
    pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Result<T, E> {
        if let Err(error) = &self {
            f(error);
        }
        self
    }
    pub fn as_deref_mut(&mut self) -> Result<&mut <T as crate::ops::Deref>::Target, &mut E>
    where
        T: crate::ops::DerefMut,
    {
        match self {
            Ok(value) => Ok(crate::ops::DerefMut::deref_mut(value)),
            Err(error) => Err(error),
        }
    }
    pub fn as_deref(&self) -> Result<&<T as crate::ops::Deref>::Target, &E>
    where
        T: crate::ops::Deref,
    {
        match self {
            Ok(value) => Ok(crate::ops::Deref::deref(value)),
            Err(error) => Err(error),
        }
    }
    pub fn iter(&self) -> crate::option::IntoIter<&T> {
        self.as_ref().ok().into_iter()
    }
    pub fn iter_mut(&mut self) -> crate::option::IntoIter<&mut T> {
        self.as_mut().ok().into_iter()
    }
}

impl<T, E> Result<&T, E> {
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        match self {
            Ok(value) => Ok(*value),
            Err(error) => Err(error),
        }
    }
    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        match self {
            Ok(value) => Ok(value.clone()),
            Err(error) => Err(error),
        }
    }
}
impl<T, E> Result<Option<T>, E> {
    pub fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(value)) => Some(Ok(value)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
impl<T, E> IntoIterator for Result<T, E> {
    type Item = T;
    type IntoIter = crate::option::IntoIter<T>;
    fn into_iter(self) -> crate::option::IntoIter<T> {
        self.ok().into_iter()
    }
}
impl<T, E> Result<Result<T, E>, E> {
    pub fn flatten(self) -> Result<T, E> {
        match self {
            Ok(inner) => inner,
            Err(error) => Err(error),
        }
    }
}
