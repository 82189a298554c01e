//! The functions of specifications over sequences that can be executed. They take what has a sequence of
//! elements: model sequences, vectors, slices, arrays, queues, and references to them.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::Seq;
use crate::runtime::arithmetic::Number;

/// What has elements in an order.
pub trait Elements {
    /// What they are.
    type Element;
    /// The elements, in order.
    fn elements(&self) -> Vec<&Self::Element>;
}

macro_rules! elements {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Elements for $ty {
            type Element = T;
            fn elements(&self) -> Vec<&T> {
                self.iter().collect()
            }
        }
    )*};
}

elements! {
    [T] Seq<T>;
    [T] [T];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T, const N: usize] [T; N];
}

impl<S: Elements + ?Sized> Elements for &S {
    type Element = S::Element;
    fn elements(&self) -> Vec<&S::Element> {
        S::elements(self)
    }
}

impl<S: Elements + ?Sized> Elements for &mut S {
    type Element = S::Element;
    fn elements(&self) -> Vec<&S::Element> {
        S::elements(self)
    }
}

/// Whether no element is greater than the one after it.
pub fn sorted<S: Elements<Element: PartialOrd>>(s: S) -> bool {
    s.elements().is_sorted()
}

/// Whether both have the same elements, each as often.
pub fn permutation<T: PartialEq>(
    s: impl Elements<Element = T>,
    t: impl Elements<Element = T>,
) -> bool {
    let (s, t) = (s.elements(), t.elements());
    let often = |x: &T, list: &[&T]| list.iter().filter(|y| **y == x).count();
    s.len() == t.len() && s.iter().all(|x| often(x, &s) == often(x, &t))
}

/// The sum of the elements.
pub fn sum<S: Elements<Element: Number + Default>>(s: S) -> S::Element {
    let elements = s.elements().into_iter();
    elements.fold(S::Element::default(), |sum, x| sum.exact_add(*x))
}

/// How many elements satisfy a condition.
pub fn count<S: Elements>(s: S, mut f: impl FnMut(&S::Element) -> bool) -> usize {
    s.elements().into_iter().filter(|x| f(x)).count()
}
