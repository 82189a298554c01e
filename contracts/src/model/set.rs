//! Finite sets.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::{BitAnd, BitOr, Sub};

/// A finite set.
#[derive(Clone, Debug)]
pub struct Set<T> {
    /// Without duplicates.
    elements: Vec<T>,
}

impl<T> Set<T> {
    /// The empty set.
    pub const fn new() -> Self {
        Set {
            elements: Vec::new(),
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements, in no order that means anything.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// Whether all elements satisfy a condition.
    pub fn all(&self, f: impl FnMut(&T) -> bool) -> bool {
        self.iter().all(f)
    }

    /// Whether some element satisfies a condition.
    pub fn any(&self, f: impl FnMut(&T) -> bool) -> bool {
        self.iter().any(f)
    }

    /// What the elements are mapped to.
    pub fn map<U: PartialEq>(&self, f: impl FnMut(&T) -> U) -> Set<U> {
        self.iter().map(f).collect()
    }
}

impl<T: PartialEq> Set<T> {
    /// Whether `x` is an element.
    pub fn contains(&self, x: impl Borrow<T>) -> bool {
        self.elements.contains(x.borrow())
    }

    /// Whether every element is one of `other`.
    pub fn is_subset(&self, other: impl Borrow<Set<T>>) -> bool {
        self.iter().all(|x| other.borrow().elements.contains(x))
    }
}

impl<T: Clone + PartialEq> Set<T> {
    /// The set with `x`.
    pub fn insert(&self, x: impl Borrow<T>) -> Self {
        self.iter().chain([x.borrow()]).cloned().collect()
    }

    /// The set without `x`.
    pub fn remove(&self, x: impl Borrow<T>) -> Self {
        self.filter(|y| y != x.borrow())
    }

    /// The elements that satisfy a condition.
    pub fn filter(&self, mut f: impl FnMut(&T) -> bool) -> Self {
        self.iter().filter(|x| f(x)).cloned().collect()
    }

    /// The elements of either.
    pub fn union(&self, other: impl Borrow<Set<T>>) -> Self {
        let other = other.borrow();
        self.iter().chain(other.iter()).cloned().collect()
    }

    /// The elements of both.
    pub fn intersection(&self, other: impl Borrow<Set<T>>) -> Self {
        self.filter(|x| other.borrow().elements.contains(x))
    }

    /// The elements that are not in `other`.
    pub fn difference(&self, other: impl Borrow<Set<T>>) -> Self {
        self.filter(|x| !other.borrow().elements.contains(x))
    }

    /// The elements, as another collection.
    pub fn collect<C: FromIterator<T>>(&self) -> C {
        self.iter().cloned().collect()
    }
}

impl<T: PartialEq> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let mut elements = Vec::new();
        for x in iter {
            if !elements.contains(&x) {
                elements.push(x);
            }
        }
        Set { elements }
    }
}

impl<T: PartialEq> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.is_subset(other)
    }
}

impl<T: Eq> Eq for Set<T> {}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set::new()
    }
}

impl<T: Clone + PartialEq, O: Borrow<Set<T>>> BitOr<O> for Set<T> {
    type Output = Set<T>;
    fn bitor(self, other: O) -> Set<T> {
        self.union(other)
    }
}

impl<T: Clone + PartialEq, O: Borrow<Set<T>>> BitAnd<O> for Set<T> {
    type Output = Set<T>;
    fn bitand(self, other: O) -> Set<T> {
        self.intersection(other)
    }
}

impl<T: Clone + PartialEq> Sub for &Set<T> {
    type Output = Set<T>;
    fn sub(self, other: Self) -> Set<T> {
        self.difference(other)
    }
}

impl<T: Clone + PartialEq, O: Borrow<Set<T>>> Sub<O> for Set<T> {
    type Output = Set<T>;
    fn sub(self, other: O) -> Set<T> {
        self.difference(other)
    }
}
