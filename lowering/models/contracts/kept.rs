//! What ghost fields of model types are in memory: elements in a row. Of a set, the order means nothing.

use crate::{Map, Multiset, Seq, Set};

#[lang = "KeptSeq"]
pub struct KeptSeq<T> {
    items: Vec<T>,
}
#[lang = "KeptSet"]
pub struct KeptSet<T> {
    items: Vec<T>,
}
#[lang = "KeptMultiset"]
pub struct KeptMultiset<T> {
    items: Vec<T>,
}
#[lang = "KeptMap"]
pub struct KeptMap<K, V> {
    items: Vec<(K, V)>,
}

#[lang = "kept_seq"]
#[model]
fn kept_seq<T>(kept: &KeptSeq<T>) -> Seq<T> {
    kept.items.seq()
}
#[lang = "kept_set"]
#[model]
fn kept_set<T>(kept: &KeptSet<T>) -> Set<T> {
    kept.items.seq().to_set()
}
#[lang = "kept_multiset"]
#[model]
fn kept_multiset<T>(kept: &KeptMultiset<T>) -> Multiset<T> {
    kept.items.seq().to_multiset()
}
#[lang = "kept_map"]
#[model]
fn kept_map<K, V>(kept: &KeptMap<K, V>) -> Map<K, V> {
    kept.items.seq().collect()
}

#[lang = "keep_seq"]
#[model]
fn keep_seq<T>(value: Seq<T>) -> KeptSeq<T> {
    KeptSeq { items: row_of(value, Vec::new()) }
}
#[lang = "keep_set"]
#[model]
fn keep_set<T>(value: Set<T>) -> KeptSet<T> {
    KeptSet { items: row_of_members(value, Vec::new()) }
}
#[lang = "keep_multiset"]
#[model]
fn keep_multiset<T>(value: Multiset<T>) -> KeptMultiset<T> {
    KeptMultiset { items: row_of(value.elements, Vec::new()) }
}
#[lang = "keep_map"]
#[model]
fn keep_map<K, V>(value: Map<K, V>) -> KeptMap<K, V> {
    KeptMap { items: row_of(value.entries, Vec::new()) }
}
/// The elements, in memory.
#[lang = "row"]
#[model]
fn row<T>(value: Seq<T>) -> Vec<T> {
    row_of(value, Vec::new())
}
#[model]
fn row_of<T>(rest: Seq<T>, mut row: Vec<T>) -> Vec<T> {
    if rest.is_empty() {
        row
    } else {
        row.push(rest[0]);
        row_of(rest.skip(1), row)
    }
}
#[model]
fn row_of_members<T>(rest: Set<T>, mut row: Vec<T>) -> Vec<T> {
    if rest.is_empty() {
        row
    } else {
        let member: T = core::intrinsics::choose();
        core::intrinsics::assume(rest.contains(member));
        row.push(member);
        row_of_members(rest.remove(member), row)
    }
}

impl<T> Clone for KeptSeq<T> {
    #[model]
    fn clone(&self) -> KeptSeq<T> {
        keep_seq(kept_seq(self))
    }
}
impl<T> Clone for KeptSet<T> {
    #[model]
    fn clone(&self) -> KeptSet<T> {
        keep_set(kept_set(self))
    }
}
impl<T> Clone for KeptMultiset<T> {
    #[model]
    fn clone(&self) -> KeptMultiset<T> {
        keep_multiset(kept_multiset(self))
    }
}
impl<K, V> Clone for KeptMap<K, V> {
    #[model]
    fn clone(&self) -> KeptMap<K, V> {
        keep_map(kept_map(self))
    }
}
