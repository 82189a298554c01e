//! Arithmetic of specifications: exact, or else unknown.

use core::ops::{Add, Mul, Sub};

use super::{Pair, give_up};

/// The machine's integers.
pub trait Number: Copy {
    /// `self + other`, unknown if it does not fit.
    fn exact_add(self, other: Self) -> Self;
    /// `self - other`, unknown if it does not fit.
    fn exact_sub(self, other: Self) -> Self;
    /// `self * other`, unknown if it does not fit.
    fn exact_mul(self, other: Self) -> Self;
}

fn exact<T>((value, overflow): (T, bool)) -> T {
    if overflow {
        give_up();
    }
    value
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn exact_add(self, other: Self) -> Self {
                exact(self.overflowing_add(other))
            }
            fn exact_sub(self, other: Self) -> Self {
                exact(self.overflowing_sub(other))
            }
            fn exact_mul(self, other: Self) -> Self {
                exact(self.overflowing_mul(other))
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Defines a trait of the three operators for pairs of integers.
macro_rules! level {
    ($(#[$doc:meta])* $name:ident for $pair:ty, |$left:ident, $right:ident| $values:expr) => {
        $(#[$doc])*
        pub trait $name<T> {
            /// `a + b`.
            fn spec_plus(&self) -> T;
            /// `a - b`.
            fn spec_minus(&self) -> T;
            /// `a * b`.
            fn spec_times(&self) -> T;
        }

        impl<T: Number> $name<T> for $pair {
            fn spec_plus(&self) -> T {
                let ($left, $right) = (self.0, self.1);
                let (a, b): (T, T) = $values;
                a.exact_add(b)
            }
            fn spec_minus(&self) -> T {
                let ($left, $right) = (self.0, self.1);
                let (a, b): (T, T) = $values;
                a.exact_sub(b)
            }
            fn spec_times(&self) -> T {
                let ($left, $right) = (self.0, self.1);
                let (a, b): (T, T) = $values;
                a.exact_mul(b)
            }
        }
    };
}

level! {
    /// Two integers.
    NumberAndNumber for &&&&&Pair<'_, T, T>, |a, b| (*a, *b)
}
level! {
    /// A reference on the left.
    ReferenceAndNumber for &&&&Pair<'_, &T, T>, |a, b| (**a, *b)
}
level! {
    /// A reference on the right.
    NumberAndReference for &&&Pair<'_, T, &T>, |a, b| (*a, **b)
}
level! {
    /// Two references.
    ReferenceAndReference for &&Pair<'_, &T, &T>, |a, b| (**a, **b)
}

/// Types with operators of their own.
pub trait OwnOperators<'a, A, B> {
    /// `a + b`.
    fn spec_plus(&self) -> <&'a A as Add<&'a B>>::Output
    where
        &'a A: Add<&'a B>;
    /// `a - b`.
    fn spec_minus(&self) -> <&'a A as Sub<&'a B>>::Output
    where
        &'a A: Sub<&'a B>;
    /// `a * b`.
    fn spec_times(&self) -> <&'a A as Mul<&'a B>>::Output
    where
        &'a A: Mul<&'a B>;
}

impl<'a, A, B> OwnOperators<'a, A, B> for &Pair<'a, A, B> {
    fn spec_plus(&self) -> <&'a A as Add<&'a B>>::Output
    where
        &'a A: Add<&'a B>,
    {
        self.0 + self.1
    }
    fn spec_minus(&self) -> <&'a A as Sub<&'a B>>::Output
    where
        &'a A: Sub<&'a B>,
    {
        self.0 - self.1
    }
    fn spec_times(&self) -> <&'a A as Mul<&'a B>>::Output
    where
        &'a A: Mul<&'a B>,
    {
        self.0 * self.1
    }
}
