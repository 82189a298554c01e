//! What collections of std are as model values.

use crate::{Map, Seq, Set};

impl<T> [T] {
    /// The elements, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<T> {
        (0..self.len()).map(|i| self[i])
    }
}

impl str {
    /// The characters, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<char> {
        chars_from(self.chars())
    }
}
impl String {
    /// The characters, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<char> {
        chars_from(self.as_str().chars())
    }
}
#[model]
fn chars_from(mut chars: core::str::Chars<'_>) -> Seq<char> {
    match chars.next() {
        Some(first) => chars_from(chars).push_front(first),
        None => Seq::new(),
    }
}

impl<K, V, S> std::collections::HashMap<K, V, S> {
    /// The entries, as a mathematical map.
    #[model]
    pub fn map(&self) -> Map<K, V> {
        Map { entries: self.entries.seq() }
    }
}
impl<K, V> std::collections::BTreeMap<K, V> {
    /// The entries, as a mathematical map.
    #[model]
    pub fn map(&self) -> Map<K, V> {
        Map { entries: self.entries.seq() }
    }
}

impl<T, S> std::collections::HashSet<T, S> {
    /// The members, as a mathematical set.
    #[model]
    pub fn set(&self) -> Set<T> {
        self.map.map().keys()
    }
}
impl<T> std::collections::BTreeSet<T> {
    /// The members, as a mathematical set.
    #[model]
    pub fn set(&self) -> Set<T> {
        self.map.map().keys()
    }
}
impl<T> std::collections::VecDeque<T> {
    /// The elements, as a mathematical sequence.
    #[model]
    pub fn seq(&self) -> Seq<T> {
        self.items.seq()
    }
}
