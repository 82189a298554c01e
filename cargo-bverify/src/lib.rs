//! The `cargo bverify` command: the command line, scheduling and reports.
//!
//! This is the only crate that knows of clap, JSON, colours, exit codes, processes and clocks. It
//! knows nothing of `syn` nor of the solver's insides: a crate goes to an [`engine::Engine`], what
//! comes back is a [`report::FunctionReport`], and a renderer of [`render`] shows it.

pub mod args;
pub mod check;
pub mod cli;
pub mod crash;
pub mod engine;
pub mod explain;
pub mod options;
pub mod project;
pub mod render;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod session;

#[cfg(test)]
mod testing;
