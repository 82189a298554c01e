//! A recursion through a function that states no measure.
use bverify_contracts::*;

#[decreases(n)]
pub fn walk(n: u8) -> bool {
    if n == 0 { true } else { again(n) }
}

fn again(n: u8) -> bool {
    n > 5 && walk(n)
}
