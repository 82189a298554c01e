//! Finite sequences.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::{Add, Index};

use super::{Multiset, Set};

/// A finite sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seq<T> {
    elements: Vec<T>,
}

impl<T> Seq<T> {
    /// The empty sequence.
    pub const fn new() -> Self {
        Seq {
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

    /// The elements, in order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The element at a position.
    pub fn get(&self, i: usize) -> Option<&T> {
        self.elements.get(i)
    }

    /// The first element.
    pub fn first(&self) -> Option<&T> {
        self.elements.first()
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.elements.last()
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
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Seq<U> {
        self.iter().map(f).collect()
    }
}

impl<T: PartialEq> Seq<T> {
    /// Whether `x` is an element.
    pub fn contains(&self, x: impl Borrow<T>) -> bool {
        self.elements.contains(x.borrow())
    }
}

impl<T: Clone> Seq<T> {
    /// The sequence with `x` after it.
    pub fn push(&self, x: impl Borrow<T>) -> Self {
        self.iter().chain([x.borrow()]).cloned().collect()
    }

    /// The sequence with `x` before it.
    pub fn push_front(&self, x: impl Borrow<T>) -> Self {
        [x.borrow()]
            .into_iter()
            .chain(self.iter())
            .cloned()
            .collect()
    }

    /// The sequence with `x` inserted at `i`, which is at most its length.
    pub fn insert(&self, i: usize, x: impl Borrow<T>) -> Self {
        self.take(i).push(x).concat(self.skip(i))
    }

    /// The sequence without the element at `i`.
    pub fn remove(&self, i: usize) -> Self {
        self.take(i).concat(self.skip(i.saturating_add(1)))
    }

    /// The sequence with `x` at `i` instead of what is there.
    pub fn update(&self, i: usize, x: impl Borrow<T>) -> Self {
        let mut elements = self.elements.clone();
        elements[i] = x.borrow().clone();
        Seq { elements }
    }

    /// Both sequences, one after the other.
    pub fn concat(&self, other: impl Borrow<Seq<T>>) -> Self {
        let other = other.borrow();
        self.iter().chain(other.iter()).cloned().collect()
    }

    /// The first `n` elements.
    pub fn take(&self, n: usize) -> Self {
        self.iter().take(n).cloned().collect()
    }

    /// All but the first `n` elements.
    pub fn skip(&self, n: usize) -> Self {
        self.iter().skip(n).cloned().collect()
    }

    /// The elements in the opposite order.
    pub fn reverse(&self) -> Self {
        self.iter().rev().cloned().collect()
    }

    /// The elements that satisfy a condition.
    pub fn filter(&self, mut f: impl FnMut(&T) -> bool) -> Self {
        self.iter().filter(|x| f(x)).cloned().collect()
    }

    /// The elements, as another collection.
    pub fn collect<C: FromIterator<T>>(&self) -> C {
        self.iter().cloned().collect()
    }

    /// How often each element occurs.
    pub fn to_multiset(&self) -> Multiset<T> {
        self.collect()
    }

    /// The elements.
    pub fn to_set(&self) -> Set<T>
    where
        T: PartialEq,
    {
        self.collect()
    }
}

impl<T> FromIterator<T> for Seq<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Seq {
            elements: iter.into_iter().collect(),
        }
    }
}

impl<T> Default for Seq<T> {
    fn default() -> Self {
        Seq::new()
    }
}

impl<T> Index<usize> for Seq<T> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        &self.elements[i]
    }
}

impl<T: Clone> Add for &Seq<T> {
    type Output = Seq<T>;
    fn add(self, other: Self) -> Seq<T> {
        self.concat(other)
    }
}

impl<T: Clone, O: Borrow<Seq<T>>> Add<O> for Seq<T> {
    type Output = Seq<T>;
    fn add(self, other: O) -> Seq<T> {
        self.concat(other)
    }
}
