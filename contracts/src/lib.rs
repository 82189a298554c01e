//! Contracts for Rust functions and types. Knows nothing of any tool that reads them.
//!
//! ```
//! use bverify_contracts::*;
//!
//! #[requires(n < 1000)]
//! #[ensures(result > n ==> result == n + 1)]
//! fn next(n: u32) -> u32 {
//!     n + 1
//! }
//! # assert_eq!(next(1), 2);
//! ```
//!
//! # Ordinary builds
//! The attributes check the syntax of what they are given and vanish, and so do `#[model]` functions
//! and `#[ghost]` fields; the crate needs neither `std` nor `alloc`. A clause that drops fields must
//! stand above `#[derive(…)]`, which would otherwise see them.
//!
//! # Run-time checks
//! With `--cfg bverify_runtime` in `RUSTFLAGS`, clauses become assertions:
//!
//! - `requires` on entry; `ensures` on return, with `result` and `old`; `panics(e)` on return: the
//!   function should not have returned if `e` held on entry;
//! - an `invariant` of `self`, on entry to a `pub` method that carries a clause and on its return,
//!   and of what such a function returns, unless another method of the type that carries a clause
//!   is running;
//! - `loop_invariant!`, `assume!` and `prove!` where they stand.
//!
//! A condition is evaluated as the Rust it is, except that `T` and `&T` compare alike, that nothing
//! overflows, and that a condition which cannot be decided is taken to hold: one that needs a
//! number beyond the machine type, compares what has no `PartialEq`, or asks for `old` of what has no
//! `Clone`. Contracts of functions that a condition calls are not checked meanwhile.
//!
//! Skipped are
//! - `modifies`, `may_panic`, `after_expiry`, `on_panic`, `decreases`, `spec_field`, `trusted`,
//!   `check`, `extern_spec`, `extern_model`, and the other half of `panics`: that a panic was allowed;
//! - conditions with `forall`, `exists`, `reach`, `reach1`, `chain`, `same`, `fresh` or `Set::of`, with
//!   `old` inside a closure or macro, with `?`, `return` or `.await`;
//! - conditions that name a ghost or specification field of a type that is declared in the same file, or
//!   before them;
//! - conditions that call a `#[model]` function whose body has such a form or names such a field;
//! - an `old(e)` behind `==>`, `&&`, `||`, `if` or `match` if `e` could panic on entry: by an index, a
//!   division, an `unwrap`, or a call with arguments other than `contains` and `get`;
//! - `ensures` that mentions a parameter taken by value, unless its type is made of numbers, `bool`,
//!   `char`, `String` and references, in tuples, arrays, `Option`, `Result` or `Vec`;
//! - everything of a `const` function; all but `requires` of an `async` one;
//! - `ensures`, `panics` and invariants on return, of a function that returns `!` or `impl Trait`, or
//!   that takes a `&mut` and returns a borrow or moves its `&mut self`;
//! - contracts that an implementation inherits from its trait; its own are taken by themselves.
//!
//! Invariants on a generic type whose parameters have no bounds are skipped as well, since they may
//! need those of an impl block; written on that block, they are checked (on one such block a type).
//!
//! A macro sees no types, so some clauses do not compile in such a build though they mean something:
//! those that name a ghost or specification field of a type that is declared in a file that comes
//! after theirs, those that need `Clone` or `PartialEq` of a type
//! parameter without that bound to compute with model types, those that pass on by value what a `match`
//! binds (it borrows there), and a `prove!` in a `const` function.
#![no_std]

#[cfg(bverify_runtime)]
extern crate alloc;
// Only the threads' own counters need it; a bare machine has no threads.
#[cfg(all(bverify_runtime, not(target_os = "none")))]
extern crate std;

#[cfg(bverify_runtime)]
mod model;
#[cfg(not(bverify_runtime))]
mod names;
#[cfg(bverify_runtime)]
#[doc(hidden)]
pub mod runtime;

pub use bverify_contracts_macros::*;
#[cfg(bverify_runtime)]
pub use model::*;
#[cfg(not(bverify_runtime))]
pub use names::*;

/// `a` implies `b`. Within a function marked `#[pure]`, `b` is evaluated only if `a` holds.
pub const fn implies(a: bool, b: bool) -> bool {
    !a || b
}
