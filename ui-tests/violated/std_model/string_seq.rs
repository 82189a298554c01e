//! `seq()` of a string: its characters.

use bverify_contracts::*;

#[ensures(result == s.seq().len() + 1)]
#[requires(s.len() < 3)]
pub fn characters(s: &str) -> usize {
    s.chars().count()
}
