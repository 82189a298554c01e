//! From std's collections to model types.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use super::{Map, Seq, Set};

/// `.seq()`: the elements in order.
pub trait ToSeq {
    /// What the sequence is of.
    type Element;
    /// The elements in order.
    fn seq(&self) -> Seq<Self::Element>;
}

macro_rules! to_seq {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> ToSeq for $ty {
            type Element = T;
            fn seq(&self) -> Seq<T> {
                self.iter().cloned().collect()
            }
        }
    )*};
}

to_seq! {
    [T: Clone] [T];
    [T: Clone] Vec<T>;
    [T: Clone] VecDeque<T>;
    [T: Clone, const N: usize] [T; N];
}

impl ToSeq for str {
    type Element = char;
    fn seq(&self) -> Seq<char> {
        self.chars().collect()
    }
}

impl ToSeq for String {
    type Element = char;
    fn seq(&self) -> Seq<char> {
        self.chars().collect()
    }
}

/// `.set()`: the elements.
pub trait ToSet {
    /// What the set is of.
    type Element;
    /// The elements.
    fn set(&self) -> Set<Self::Element>;
}

impl<T: Clone + PartialEq> ToSet for BTreeSet<T> {
    type Element = T;
    fn set(&self) -> Set<T> {
        self.iter().cloned().collect()
    }
}

/// `.map()`: the entries.
pub trait ToMap {
    /// The keys' type.
    type Key;
    /// The values' type.
    type Value;
    /// The entries.
    fn map(&self) -> Map<Self::Key, Self::Value>;
}

impl<K: Clone + PartialEq, V: Clone> ToMap for BTreeMap<K, V> {
    type Key = K;
    type Value = V;
    fn map(&self) -> Map<K, V> {
        self.iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }
}

#[cfg(not(target_os = "none"))]
impl<T: Clone + PartialEq, S> ToSet for std::collections::HashSet<T, S> {
    type Element = T;
    fn set(&self) -> Set<T> {
        self.iter().cloned().collect()
    }
}

#[cfg(not(target_os = "none"))]
impl<K: Clone + PartialEq, V: Clone, S> ToMap for std::collections::HashMap<K, V, S> {
    type Key = K;
    type Value = V;
    fn map(&self) -> Map<K, V> {
        self.iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }
}
