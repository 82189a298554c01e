//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(result == s.seq().len())]
#[requires(s.len() < 3)]
pub fn characters(s: &str) -> usize {
    s.chars().count()
}
