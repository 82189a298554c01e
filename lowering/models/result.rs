//! `Result`.

use crate::intrinsics;

#[lang = "Result"]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
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
}
