//! The values that `old` keeps from the entry of a function.

use super::{One, evaluate};

/// The value on entry, if it can be had.
pub fn snapshot<T>(value: impl FnOnce() -> Option<T>) -> Option<T> {
    evaluate(value).flatten()
}

/// An optional reference, kept without its borrow.
pub trait OfOption<T> {
    /// A copy.
    fn spec_keep(&self) -> Option<Option<T>>;
}
impl<T: Clone> OfOption<T> for &&&One<'_, Option<&T>> {
    fn spec_keep(&self) -> Option<Option<T>> {
        Some(self.0.cloned())
    }
}

/// A reference, kept without its borrow.
pub trait OfReference<T> {
    /// A copy.
    fn spec_keep(&self) -> Option<T>;
}
impl<T: Clone> OfReference<T> for &&One<'_, &T> {
    fn spec_keep(&self) -> Option<T> {
        Some(T::clone(self.0))
    }
}

/// A value.
pub trait OfValue<T> {
    /// A copy.
    fn spec_keep(&self) -> Option<T>;
}
impl<T: Clone> OfValue<T> for &One<'_, T> {
    fn spec_keep(&self) -> Option<T> {
        Some(self.0.clone())
    }
}

/// A value that cannot be copied.
pub trait OfUnknown<T> {
    /// Nothing.
    fn spec_keep(&self) -> Option<T>;
}
impl<T> OfUnknown<T> for One<'_, T> {
    fn spec_keep(&self) -> Option<T> {
        None
    }
}

/// A value that a method takes by value where the specification only reads it.
pub trait CopyOfValue<T> {
    /// A copy.
    fn spec_copy(&self) -> Option<T>;
}
impl<T: Clone> CopyOfValue<T> for &One<'_, T> {
    fn spec_copy(&self) -> Option<T> {
        Some(self.0.clone())
    }
}

/// One that cannot be copied.
pub trait CopyOfUnknown<T> {
    /// Nothing.
    fn spec_copy(&self) -> Option<T>;
}
impl<T> CopyOfUnknown<T> for One<'_, T> {
    fn spec_copy(&self) -> Option<T> {
        None
    }
}
