//! The whole tool, run as users run it.

mod cli;
mod fixture;
mod json;
mod manual;
mod never;
mod readme;
