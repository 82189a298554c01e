//! The model types as values of a run-time build: small, immutable, compared by value. Searches are
//! linear, since nothing but equality is asked of the elements.
//!
//! An argument may be a value or a reference, as specifications do not tell them apart.

mod convert;
mod functions;
mod map;
mod multiset;
mod seq;
mod set;

pub use convert::{ToMap, ToSeq, ToSet};
pub use functions::{count, permutation, sorted, sum};
pub use map::Map;
pub use multiset::Multiset;
pub use seq::Seq;
pub use set::Set;

/// A mathematical integer, as far as a machine has them.
pub type Int = i128;

/// `set![a, b]`: the set of these elements.
#[macro_export]
macro_rules! set {
    ($($x:expr),* $(,)?) => {{ $crate::Set::new()$(.insert($x))* }};
}

/// `seq![a, b]`: the sequence of these elements.
#[macro_export]
macro_rules! seq {
    ($($x:expr),* $(,)?) => {{ $crate::Seq::new()$(.push($x))* }};
}

/// `multiset![a, b]`: the multiset of these elements.
#[macro_export]
macro_rules! multiset {
    ($($x:expr),* $(,)?) => {{ $crate::Multiset::new()$(.insert($x))* }};
}

/// `map! { k => v }`: the map of these entries.
#[macro_export]
macro_rules! map {
    ($($k:expr => $v:expr),* $(,)?) => {{ $crate::Map::new()$(.insert($k, $v))* }};
}
