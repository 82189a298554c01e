//! From the sources of a package to relational problems.
//!
//! The front half (`source`, `resolve`, `typeck`, `lower`) reads Rust with `syn` and ends in the IR;
//! the back half (`ir::interp`, `encode`) starts from it. Nothing after `lower` looks at `syn`.
//!
//! This crate knows no solver, terminal, clock or process: files come in through
//! `source::FileSystem`, problems go out as `solver_bridge` logic, and what can go wrong is a value.

pub mod diag;
pub mod encode;
pub mod front;
pub mod ids;
pub mod ir;
pub mod lower;
pub mod resolve;
pub mod source;
pub mod span;
pub mod thir;
pub mod ty;
pub mod typeck;

pub use diag::{Diagnostic, Level};
pub use span::{FileId, SourceMap, Span};
