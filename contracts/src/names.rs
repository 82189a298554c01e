//! The names of specifications that other code may mention in an ordinary build.
//!
//! Clauses and `#[model]` functions vanish there, so the model types have no operations: they are
//! here for imports to resolve.

use core::marker::PhantomData;

/// A mathematical integer.
pub struct Int;

/// A mathematical set.
pub struct Set<T>(PhantomData<T>);

/// A mathematical sequence.
pub struct Seq<T>(PhantomData<T>);

/// A mathematical map.
pub struct Map<K, V>(PhantomData<(K, V)>);

/// A mathematical multiset.
pub struct Multiset<T>(PhantomData<T>);
