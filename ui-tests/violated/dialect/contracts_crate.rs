//! The crate `contracts`: `ret`, `old`, `->`, messages, prefixes.

use contracts::*;

#[requires(x < 100, "small")]
#[debug_ensures(ret > x, ret == x + 2)]
#[test_ensures(x == 7 -> ret == 8, "seven")]
pub fn next(x: u32) -> u32 {
    x + 1
}
