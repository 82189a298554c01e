//! What `collect` makes of model collections and of iterators of std.

use crate::{Int, Map, Multiset, Seq, Set, narrow};

/// What `collect` makes of a model collection.
pub trait FromModel<S> {
    fn from_model(source: S) -> Self;
}
impl<T> FromModel<Set<T>> for Set<T> {
    #[model]
    fn from_model(source: Set<T>) -> Set<T> {
        source
    }
}
impl<T> FromModel<Seq<T>> for Seq<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Seq<T> {
        source
    }
}
impl<T> FromModel<Seq<T>> for Set<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Set<T> {
        source.to_set()
    }
}

impl<T> FromModel<Seq<T>> for Multiset<T> {
    #[model]
    fn from_model(source: Seq<T>) -> Multiset<T> {
        source.to_multiset()
    }
}
impl<T> FromModel<Multiset<T>> for Multiset<T> {
    #[model]
    fn from_model(source: Multiset<T>) -> Multiset<T> {
        source
    }
}
impl<T> FromModel<Multiset<T>> for Set<T> {
    #[model]
    fn from_model(source: Multiset<T>) -> Set<T> {
        source.to_set()
    }
}
impl<K, V> FromModel<Seq<(K, V)>> for Map<K, V> {
    #[model]
    fn from_model(source: Seq<(K, V)>) -> Map<K, V> {
        if source.is_empty() {
            Map::new()
        } else {
            let last = source[source.len() - 1];
            let before: Map<K, V> = source.take(source.len() - 1).collect();
            before.insert(last.0, last.1)
        }
    }
}

// Iterators of std, gathered into model collections.
impl<T> FromIterator<T> for Seq<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Seq<T> {
        gathered(iter.into_iter(), Seq::new())
    }
}
impl<T> FromIterator<T> for Set<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Set<T> {
        gathered(iter.into_iter(), Seq::new()).to_set()
    }
}
impl<T> FromIterator<T> for Multiset<T> {
    #[model]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Multiset<T> {
        gathered(iter.into_iter(), Seq::new()).to_multiset()
    }
}
impl<K, V> FromIterator<(K, V)> for Map<K, V> {
    #[model]
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> Map<K, V> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
#[model]
fn gathered<I: Iterator>(mut iter: I, before: Seq<I::Item>) -> Seq<I::Item> {
    match iter.next() {
        Some(item) => gathered(iter, before.push(item)),
        None => before,
    }
}

// What a closure of a specification computes is mathematical, also where an iterator of std sums it up.
impl<N: core::num::PrimInt> core::iter::Sum<Int> for N {
    #[model]
    fn sum<I: Iterator<Item = Int>>(iter: I) -> N {
        narrow::<N>(sum_from(iter, 0))
    }
}
impl<N: core::num::PrimInt> core::iter::Product<Int> for N {
    #[model]
    fn product<I: Iterator<Item = Int>>(iter: I) -> N {
        narrow::<N>(product_from(iter, 1))
    }
}
#[model]
fn sum_from<I: Iterator<Item = Int>>(mut iter: I, sum: Int) -> Int {
    match iter.next() {
        Some(item) => sum_from(iter, sum + item),
        None => sum,
    }
}
#[model]
fn product_from<I: Iterator<Item = Int>>(mut iter: I, product: Int) -> Int {
    match iter.next() {
        Some(item) => product_from(iter, product * item),
        None => product,
    }
}

// Numbers of a specification as those of the machine; one that does not fit makes the clause not
// well defined.
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Seq<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Seq<I> {
        source.map(|x| narrow::<I>(x))
    }
}
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Set<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Set<I> {
        source.map(|x| narrow::<I>(x)).to_set()
    }
}
impl<I: core::num::PrimInt> FromModel<Set<Int>> for Set<I> {
    #[model]
    fn from_model(source: Set<Int>) -> Set<I> {
        source.map(|x| narrow::<I>(x))
    }
}
impl<I: core::num::PrimInt> FromModel<Seq<Int>> for Multiset<I> {
    #[model]
    fn from_model(source: Seq<Int>) -> Multiset<I> {
        source.map(|x| narrow::<I>(x)).to_multiset()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Seq<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Seq<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Set<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Set<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Multiset<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Multiset<I> {
        gathered(iter.into_iter(), Seq::new()).collect()
    }
}
impl<I: core::num::PrimInt> FromIterator<Int> for Vec<I> {
    #[model]
    fn from_iter<S: IntoIterator<Item = Int>>(iter: S) -> Vec<I> {
        let mut all = Vec::new();
        for x in iter {
            all.push(narrow::<I>(x));
        }
        all
    }
}

// Entries with such numbers.
impl<K, I: core::num::PrimInt> FromModel<Seq<(K, Int)>> for Map<K, I> {
    #[model]
    fn from_model(source: Seq<(K, Int)>) -> Map<K, I> {
        source.map(|(key, value)| (key, narrow::<I>(value))).collect()
    }
}
impl<I: core::num::PrimInt, V> FromModel<Seq<(Int, V)>> for Map<I, V> {
    #[model]
    fn from_model(source: Seq<(Int, V)>) -> Map<I, V> {
        source.map(|(key, value)| (narrow::<I>(key), value)).collect()
    }
}
impl<I: core::num::PrimInt, J: core::num::PrimInt> FromModel<Seq<(Int, Int)>> for Map<I, J> {
    #[model]
    fn from_model(source: Seq<(Int, Int)>) -> Map<I, J> {
        let narrowed = source.map(|(key, value)| (narrow::<I>(key), narrow::<J>(value)));
        narrowed.collect()
    }
}
