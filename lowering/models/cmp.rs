//! Comparison.

use crate::num::PrimInt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[lang = "Ordering"]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    pub fn is_eq(self) -> bool {
        matches!(self, Ordering::Equal)
    }
    pub fn is_ne(self) -> bool {
        !matches!(self, Ordering::Equal)
    }
    pub fn is_lt(self) -> bool {
        matches!(self, Ordering::Less)
    }
    pub fn is_gt(self) -> bool {
        matches!(self, Ordering::Greater)
    }
    pub fn is_le(self) -> bool {
        !matches!(self, Ordering::Greater)
    }
    pub fn is_ge(self) -> bool {
        !matches!(self, Ordering::Less)
    }
    pub fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }
    pub fn then(self, other: Ordering) -> Ordering {
        match self {
            Ordering::Equal => other,
            _ => self,
        }
    }
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Ordering::Equal => f(),
            _ => self,
        }
    }
}

#[lang = "PartialEq"]
pub trait PartialEq<Rhs: ?Sized = Self> {
    #[intrinsic = "eq"]
    fn eq(&self, other: &Rhs) -> bool;
    #[intrinsic = "ne"]
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

#[lang = "Eq"]
pub trait Eq: PartialEq {}

#[lang = "PartialOrd"]
pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    #[intrinsic = "partial_cmp"]
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
    #[intrinsic = "lt"]
    fn lt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }
    #[intrinsic = "le"]
    fn le(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }
    #[intrinsic = "gt"]
    fn gt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }
    #[intrinsic = "ge"]
    fn ge(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }
}

#[lang = "Ord"]
pub trait Ord: Eq + PartialOrd {
    #[intrinsic = "cmp"]
    fn cmp(&self, other: &Self) -> Ordering;
    fn max(self, other: Self) -> Self {
        if other < self { self } else { other }
    }
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    fn clamp(self, min: Self, max: Self) -> Self {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}

pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}
pub fn min<T: Ord>(a: T, b: T) -> T {
    a.min(b)
}

pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    if compare(&b, &a) == Ordering::Less { a } else { b }
}
pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    if compare(&b, &a) == Ordering::Less { b } else { a }
}
pub fn max_by_key<T, K: Ord, F: FnMut(&T) -> K>(a: T, b: T, f: F) -> T {
    let mut f = f;
    if f(&b) < f(&a) { a } else { b }
}
pub fn min_by_key<T, K: Ord, F: FnMut(&T) -> K>(a: T, b: T, f: F) -> T {
    let mut f = f;
    if f(&b) < f(&a) { b } else { a }
}

impl<I: PrimInt> PartialEq for I {
    fn eq(&self, other: &I) -> bool {
        *self == *other
    }
    fn ne(&self, other: &I) -> bool {
        *self != *other
    }
}
impl<I: PrimInt> Eq for I {}
impl<I: PrimInt> PartialOrd for I {
    fn partial_cmp(&self, other: &I) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    fn lt(&self, other: &I) -> bool {
        *self < *other
    }
    fn le(&self, other: &I) -> bool {
        *self <= *other
    }
    fn gt(&self, other: &I) -> bool {
        *self > *other
    }
    fn ge(&self, other: &I) -> bool {
        *self >= *other
    }
}
impl<I: PrimInt> Ord for I {
    fn cmp(&self, other: &I) -> Ordering {
        if *self < *other {
            Ordering::Less
        } else if *self == *other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

impl PartialEq for bool {
    fn eq(&self, other: &bool) -> bool {
        *self == *other
    }
}
impl Eq for bool {}
impl PartialOrd for bool {
    fn partial_cmp(&self, other: &bool) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for bool {
    fn cmp(&self, other: &bool) -> Ordering {
        if *self == *other {
            Ordering::Equal
        } else if *other {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }
}
impl PartialEq for char {
    fn eq(&self, other: &char) -> bool {
        *self == *other
    }
}
impl Eq for char {}
impl PartialOrd for char {
    fn partial_cmp(&self, other: &char) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for char {
    fn cmp(&self, other: &char) -> Ordering {
        if *self < *other {
            Ordering::Less
        } else if *self == *other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A {
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(*self, *other)
    }
}
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &mut A {
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &A {
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &mut A {
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<A: ?Sized + Eq> Eq for &A {}
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A {
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
    fn lt(&self, other: &&B) -> bool {
        PartialOrd::lt(*self, *other)
    }
    fn le(&self, other: &&B) -> bool {
        PartialOrd::le(*self, *other)
    }
    fn gt(&self, other: &&B) -> bool {
        PartialOrd::gt(*self, *other)
    }
    fn ge(&self, other: &&B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}
impl<A: ?Sized + Ord> Ord for &A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}

impl PartialEq for () {
    fn eq(&self, other: &()) -> bool {
        true
    }
}
impl Eq for () {}
macro_rules! tuples {
    ($($($name:ident $at:tt)*;)*) => {$(
        impl<$($name: PartialEq),*> PartialEq for ($($name,)*) {
            fn eq(&self, other: &Self) -> bool {
                $(self.$at == other.$at &&)* true
            }
        }
        impl<$($name: Eq),*> Eq for ($($name,)*) {}
        impl<$($name: PartialOrd),*> PartialOrd for ($($name,)*) {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                $(
                    match PartialOrd::partial_cmp(&self.$at, &other.$at) {
                        Some(Ordering::Equal) => {}
                        unequal => return unequal,
                    }
                )*
                Some(Ordering::Equal)
            }
        }
        impl<$($name: Ord),*> Ord for ($($name,)*) {
            fn cmp(&self, other: &Self) -> Ordering {
                $(
                    match Ord::cmp(&self.$at, &other.$at) {
                        Ordering::Equal => {}
                        unequal => return unequal,
                    }
                )*
                Ordering::Equal
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
}
impl PartialOrd for () {
    fn partial_cmp(&self, other: &()) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}
impl Ord for () {
    fn cmp(&self, other: &()) -> Ordering {
        Ordering::Equal
    }
}

/// Turns an order around.
pub struct Reverse<T>(pub T);

impl<T: PartialEq> PartialEq for Reverse<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T: Eq> Eq for Reverse<T> {}
impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        PartialOrd::partial_cmp(&other.0, &self.0)
    }
}
impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&other.0, &self.0)
    }
}
