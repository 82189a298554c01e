//! A carriage return ends a line only before a line feed.

use bverify_contracts::*;

#[requires(s.len() <= 2)]
#[ensures(result.is_none_or(|line| !line.ends_with('\r')))]
pub fn first_line(s: &str) -> Option<&str> {
    s.lines().next()
}

#[requires(s.len() <= 2)]
#[ensures(result <= 3)]
pub fn pieces(s: &str) -> usize {
    s.split('\r').rev().count()
}
