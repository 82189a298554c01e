//! A file that is not Rust.

pub fn unfinished( {
