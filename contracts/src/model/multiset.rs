//! Finite multisets.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::{Add, BitAnd, BitOr, Sub};

use super::Set;

/// A finite multiset.
#[derive(Clone, Debug)]
pub struct Multiset<T> {
    /// Each element as often as it occurs.
    elements: Vec<T>,
}

impl<T> Multiset<T> {
    /// The empty multiset.
    pub const fn new() -> Self {
        Multiset {
            elements: Vec::new(),
        }
    }

    /// How many elements there are, each counted as often as it occurs.
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
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Multiset<U> {
        self.iter().map(f).collect()
    }
}

impl<T: PartialEq> Multiset<T> {
    /// Whether `x` occurs.
    pub fn contains(&self, x: impl Borrow<T>) -> bool {
        self.elements.contains(x.borrow())
    }

    /// How often `x` occurs.
    pub fn multiplicity(&self, x: impl Borrow<T>) -> usize {
        self.iter().filter(|y| *y == x.borrow()).count()
    }
}

impl<T: Clone + PartialEq> Multiset<T> {
    /// With one more `x`.
    pub fn insert(&self, x: impl Borrow<T>) -> Self {
        self.iter().chain([x.borrow()]).cloned().collect()
    }

    /// With one `x` less, if there is one.
    pub fn remove(&self, x: impl Borrow<T>) -> Self {
        let mut elements = self.elements.clone();
        if let Some(i) = elements.iter().position(|y| y == x.borrow()) {
            elements.swap_remove(i);
        }
        Multiset { elements }
    }

    /// The elements that satisfy a condition.
    pub fn filter(&self, mut f: impl FnMut(&T) -> bool) -> Self {
        self.iter().filter(|x| f(x)).cloned().collect()
    }

    /// Each element as often as in the one where it occurs more often.
    pub fn union(&self, other: impl Borrow<Multiset<T>>) -> Self {
        let other = other.borrow();
        self.concat(other.difference(self))
    }

    /// Each element as often as in the one where it occurs less often.
    pub fn intersection(&self, other: impl Borrow<Multiset<T>>) -> Self {
        self.difference(self.difference(other.borrow()))
    }

    /// Each element as much less often as it occurs in `other`.
    pub fn difference(&self, other: impl Borrow<Multiset<T>>) -> Self {
        other
            .borrow()
            .iter()
            .fold(self.clone(), |rest, x| rest.remove(x))
    }

    /// Each element as often as in both together.
    pub fn concat(&self, other: impl Borrow<Multiset<T>>) -> Self {
        let other = other.borrow();
        self.iter().chain(other.iter()).cloned().collect()
    }

    /// The elements, as another collection.
    pub fn collect<C: FromIterator<T>>(&self) -> C {
        self.iter().cloned().collect()
    }

    /// The elements.
    pub fn to_set(&self) -> Set<T> {
        self.collect()
    }
}

impl<T> FromIterator<T> for Multiset<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Multiset {
            elements: iter.into_iter().collect(),
        }
    }
}

impl<T: PartialEq> PartialEq for Multiset<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|x| self.multiplicity(x) == other.multiplicity(x))
    }
}

impl<T: Eq> Eq for Multiset<T> {}

impl<T> Default for Multiset<T> {
    fn default() -> Self {
        Multiset::new()
    }
}

impl<T: Clone + PartialEq, O: Borrow<Multiset<T>>> BitOr<O> for Multiset<T> {
    type Output = Multiset<T>;
    fn bitor(self, other: O) -> Multiset<T> {
        self.union(other)
    }
}

impl<T: Clone + PartialEq, O: Borrow<Multiset<T>>> BitAnd<O> for Multiset<T> {
    type Output = Multiset<T>;
    fn bitand(self, other: O) -> Multiset<T> {
        self.intersection(other)
    }
}

impl<T: Clone + PartialEq> Sub for &Multiset<T> {
    type Output = Multiset<T>;
    fn sub(self, other: Self) -> Multiset<T> {
        self.difference(other)
    }
}

impl<T: Clone + PartialEq> Add for &Multiset<T> {
    type Output = Multiset<T>;
    fn add(self, other: Self) -> Multiset<T> {
        self.concat(other)
    }
}

impl<T: Clone + PartialEq, O: Borrow<Multiset<T>>> Sub<O> for Multiset<T> {
    type Output = Multiset<T>;
    fn sub(self, other: O) -> Multiset<T> {
        self.difference(other)
    }
}

impl<T: Clone + PartialEq, O: Borrow<Multiset<T>>> Add<O> for Multiset<T> {
    type Output = Multiset<T>;
    fn add(self, other: O) -> Multiset<T> {
        self.concat(other)
    }
}
