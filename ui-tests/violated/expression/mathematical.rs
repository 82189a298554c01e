//! Integers in clauses are mathematical; `as` keeps its meaning.

use bverify_contracts::*;

#[ensures(result == (a + b) / 2)]
#[ensures((a as u8) as u32 == a % 256)]
pub fn average(a: u32, b: u32) -> u32 {
    a / 2 + b / 2
}
