//! The whole tool, run as users run it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cli;
mod fixture;
mod json;
mod manual;
mod never;
mod readme;
mod replay;
mod reports;
mod runtime;
mod spec_debugging;
mod unreplayed;
