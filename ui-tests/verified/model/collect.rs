//! `collect` turns what `map` and `filter` give into the expected type.

use bverify_contracts::*;

#[model]
fn squares(n: u8) -> Set<u8> {
    (0..n).map(|i| i * i).collect()
}

#[requires(n > 0 && n < 4)]
#[ensures(squares(n).contains(result))]
pub fn largest(n: u8) -> u8 {
    (n - 1) * (n - 1)
}
