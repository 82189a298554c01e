//! The functions of specifications over sequences that can be executed.

use core::borrow::Borrow;

use super::Seq;
use crate::runtime::arithmetic::Number;

/// Whether no element is greater than the one after it.
pub fn sorted<T: PartialOrd>(s: impl Borrow<Seq<T>>) -> bool {
    s.borrow().iter().is_sorted()
}

/// Whether both have the same elements, each as often.
pub fn permutation<T: Clone + PartialEq>(s: impl Borrow<Seq<T>>, t: impl Borrow<Seq<T>>) -> bool {
    s.borrow().to_multiset() == t.borrow().to_multiset()
}

/// The sum of the elements.
pub fn sum<T: Number + Default>(s: impl Borrow<Seq<T>>) -> T {
    s.borrow()
        .iter()
        .fold(T::default(), |sum, x| sum.exact_add(*x))
}

/// How many elements satisfy a condition.
pub fn count<T>(s: impl Borrow<Seq<T>>, mut f: impl FnMut(&T) -> bool) -> usize {
    s.borrow().iter().filter(|x| f(x)).count()
}
