//! Mathematical sets.

use crate::{FromModel, Int};

/// A mathematical set.
#[lang = "Set"]
#[derive(Clone, Copy)]
pub struct Set<T> {
    element: T,
}

impl<T> Set<T> {
    #[lang = "set_empty"]
    #[intrinsic = "set_of"]
    pub fn new() -> Set<T> {
        loop {}
    }
    #[model]
    pub fn empty() -> Set<T> {
        Set::new()
    }
    #[intrinsic = "set_len"]
    pub fn len(self) -> Int {
        loop {}
    }
    #[intrinsic = "set_contains"]
    pub fn contains(self, x: T) -> bool {
        loop {}
    }
    #[lang = "set_insert"]
    #[intrinsic = "set_insert"]
    pub fn insert(self, x: T) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_remove"]
    pub fn remove(self, x: T) -> Set<T> {
        loop {}
    }
    #[lang = "set_union"]
    #[intrinsic = "set_union"]
    pub fn union(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_intersection"]
    pub fn intersection(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_difference"]
    pub fn difference(self, other: Set<T>) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_subset"]
    pub fn is_subset(self, other: Set<T>) -> bool {
        loop {}
    }
    #[lang = "set_map"]
    #[intrinsic = "set_map"]
    pub fn map<U, F: Fn(T) -> U>(self, f: F) -> Set<U> {
        loop {}
    }
    #[lang = "set_filter"]
    #[intrinsic = "set_filter"]
    pub fn filter<F: Fn(T) -> bool>(self, f: F) -> Set<T> {
        loop {}
    }
    #[intrinsic = "set_all"]
    pub fn all<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[lang = "set_any"]
    #[intrinsic = "set_any"]
    pub fn any<F: Fn(T) -> bool>(self, f: F) -> bool {
        loop {}
    }
    #[intrinsic = "set_count"]
    pub fn count<F: Fn(T) -> bool>(self, f: F) -> Int {
        loop {}
    }
    #[model]
    pub fn get(self, x: T) -> Option<T> {
        if self.contains(x) { Some(x) } else { None }
    }
    #[model]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    #[model]
    pub fn is_superset(self, other: Set<T>) -> bool {
        other.is_subset(self)
    }
    #[model]
    pub fn is_disjoint(self, other: Set<T>) -> bool {
        self.intersection(other).is_empty()
    }
    #[model]
    pub fn cloned(self) -> Set<T> {
        self
    }
    #[model]
    pub fn copied(self) -> Set<T> {
        self
    }
    #[model]
    pub fn symmetric_difference(self, other: Set<T>) -> Set<T> {
        self.difference(other).union(other.difference(self))
    }
    #[model]
    pub fn iter(self) -> Set<T> {
        self
    }
    #[model]
    pub fn to_set(self) -> Set<T> {
        self
    }
    #[model]
    pub fn collect<C: FromModel<Set<T>>>(self) -> C {
        C::from_model(self)
    }
}

impl<T> core::ops::BitOr for Set<T> {
    type Output = Set<T>;
    #[model]
    fn bitor(self, other: Set<T>) -> Set<T> {
        self.union(other)
    }
}
impl<T> core::ops::BitAnd for Set<T> {
    type Output = Set<T>;
    #[model]
    fn bitand(self, other: Set<T>) -> Set<T> {
        self.intersection(other)
    }
}
impl<T> core::ops::Sub for Set<T> {
    type Output = Set<T>;
    #[model]
    fn sub(self, other: Set<T>) -> Set<T> {
        self.difference(other)
    }
}
impl<T> core::ops::BitXor for Set<T> {
    type Output = Set<T>;
    #[model]
    fn bitxor(self, other: Set<T>) -> Set<T> {
        self.symmetric_difference(other)
    }
}
