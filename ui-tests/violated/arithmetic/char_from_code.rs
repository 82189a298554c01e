//! A character keeps its whole code.
use bverify_contracts::*;

#[requires(code < 1000)]
#[ensures(result as u32 == code % 256)]
pub fn character(code: u32) -> char {
    char::from_u32(code).unwrap_or('a')
}
