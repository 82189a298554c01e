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
//! In an ordinary build the attributes check the syntax of what they are given and vanish; the
//! crate needs neither `std` nor `alloc`.
#![no_std]

mod names;

pub use bverify_contracts_macros::*;
pub use names::*;
