//! Invariants of values whose type may or may not have one. While a method of the type runs they are
//! not checked: it may break them and call others.

use super::One;
use super::inside::is_inside;

/// When an invariant is checked.
#[derive(Clone, Copy)]
pub enum Moment {
    /// When the function of that name is entered.
    Entry(&'static str),
    /// When it returns.
    Exit(&'static str),
}

impl core::fmt::Display for Moment {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Moment::Entry(function) => write!(f, "on entry to {function}"),
            Moment::Exit(function) => write!(f, "on return from {function}"),
        }
    }
}

/// The invariant stands on the type.
pub struct OnType;

/// The invariant stands on an impl block.
pub struct OnImpl;

/// A type with an invariant; both places may have one.
pub trait Invariant<Place> {
    /// Panics if the invariant does not hold.
    fn check_invariant(&self, moment: Moment);
}

/// A type with invariants in both places.
pub trait WithBoth {
    /// Panics if one does not hold.
    fn spec_check(&self, moment: Moment);
}
impl<T: Invariant<OnType> + Invariant<OnImpl> + ?Sized> WithBoth for &&&One<'_, T> {
    fn spec_check(&self, moment: Moment) {
        if !is_inside::<T>() {
            Invariant::<OnType>::check_invariant(self.0, moment);
            Invariant::<OnImpl>::check_invariant(self.0, moment);
        }
    }
}

/// A type with an invariant on itself.
pub trait WithOnType {
    /// Panics if it does not hold.
    fn spec_check(&self, moment: Moment);
}
impl<T: Invariant<OnType> + ?Sized> WithOnType for &&One<'_, T> {
    fn spec_check(&self, moment: Moment) {
        if !is_inside::<T>() {
            self.0.check_invariant(moment);
        }
    }
}

/// A type with an invariant on an impl block.
pub trait WithOnImpl {
    /// Panics if it does not hold.
    fn spec_check(&self, moment: Moment);
}
impl<T: Invariant<OnImpl> + ?Sized> WithOnImpl for &One<'_, T> {
    fn spec_check(&self, moment: Moment) {
        if !is_inside::<T>() {
            self.0.check_invariant(moment);
        }
    }
}

/// Any other type.
pub trait WithNone {
    /// Nothing to check.
    fn spec_check(&self, moment: Moment);
}
impl<T: ?Sized> WithNone for One<'_, T> {
    fn spec_check(&self, _: Moment) {}
}
