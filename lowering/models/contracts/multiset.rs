//! Mathematical multisets.

use crate::{FromModel, Int, Seq, Set, permutation};

/// A mathematical multiset: a sequence of which only the number of times that each element occurs
/// is seen.
#[lang = "Multiset"]
#[derive(Clone, Copy)]
pub struct Multiset<T> {
    elements: Seq<T>,
}

impl<T> Multiset<T> {
    #[lang = "multiset_empty"]
    #[model]
    pub fn new() -> Multiset<T> {
        Multiset { elements: Seq::new() }
    }
    #[model]
    pub fn empty() -> Multiset<T> {
        Multiset { elements: Seq::new() }
    }
    #[model]
    pub fn len(self) -> Int {
        self.elements.len()
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.elements.is_empty()
    }
    #[model]
    pub fn contains(self, x: T) -> bool {
        self.elements.contains(x)
    }
    #[model]
    pub fn multiplicity(self, x: T) -> Int {
        self.elements.count(|y| x == y)
    }
    #[lang = "multiset_insert"]
    #[model]
    pub fn insert(self, x: T) -> Multiset<T> {
        Multiset { elements: self.elements.push(x) }
    }
    #[model]
    pub fn remove(self, x: T) -> Multiset<T> {
        Multiset { elements: without_first(self.elements, x) }
    }
    #[model]
    pub fn union(self, other: Multiset<T>) -> Multiset<T> {
        Multiset { elements: self.elements.concat(other.elements) }
    }
    #[model]
    pub fn to_set(self) -> Set<T> {
        self.elements.to_set()
    }
    #[model]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        self.elements.all(f)
    }
    #[lang = "multiset_any"]
    #[model]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        self.elements.any(f)
    }
    #[lang = "multiset_count"]
    #[model]
    pub fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        self.elements.count(f)
    }
    #[lang = "multiset_map"]
    #[model]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Multiset<U> {
        Multiset { elements: self.elements.map(f) }
    }
    #[model]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Multiset<T> {
        Multiset { elements: self.elements.filter(f) }
    }
    #[model]
    pub fn difference(self, other: Multiset<T>) -> Multiset<T> {
        Multiset { elements: without_all(self.elements, other.elements) }
    }
    #[model]
    pub fn intersection(self, other: Multiset<T>) -> Multiset<T> {
        self.difference(self.difference(other))
    }
    #[model]
    pub fn is_subset(self, other: Multiset<T>) -> bool {
        self.elements.all(|x| self.multiplicity(x) <= other.multiplicity(x))
    }
    #[model]
    pub fn cloned(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn copied(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn sum(self) -> Int {
        crate::sum(self.elements)
    }
    #[model]
    pub fn is_superset(self, other: Multiset<T>) -> bool {
        other.is_subset(self)
    }
    #[model]
    pub fn iter(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn to_multiset(self) -> Multiset<T> {
        self
    }
    #[model]
    pub fn collect<C: FromModel<Multiset<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<T> core::ops::BitOr for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn bitor(self, other: Multiset<T>) -> Multiset<T> {
        self.union(other)
    }
}
impl<T> core::ops::Add for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn add(self, other: Multiset<T>) -> Multiset<T> {
        self.union(other)
    }
}
impl<T> core::ops::BitAnd for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn bitand(self, other: Multiset<T>) -> Multiset<T> {
        self.intersection(other)
    }
}
impl<T> core::ops::Sub for Multiset<T> {
    type Output = Multiset<T>;
    #[model]
    fn sub(self, other: Multiset<T>) -> Multiset<T> {
        self.difference(other)
    }
}

impl<T> PartialEq for Multiset<T> {
    #[model]
    fn eq(&self, other: &Multiset<T>) -> bool {
        permutation(self.elements, other.elements)
    }
}

/// The sequence without the first occurrence of an element.
#[model]
fn without_first<T>(s: Seq<T>, x: T) -> Seq<T> {
    if s.is_empty() {
        s
    } else if s[0] == x {
        s.skip(1)
    } else {
        without_first(s.skip(1), x).push_front(s[0])
    }
}

/// The sequence without one occurrence of each element of another.
#[model]
fn without_all<T>(s: Seq<T>, t: Seq<T>) -> Seq<T> {
    if t.is_empty() {
        s
    } else {
        without_all(without_first(s, t[0]), t.skip(1))
    }
}
