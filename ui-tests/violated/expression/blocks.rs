//! Blocks, `let`, `if` and `match` in clauses, and the closure form of `ensures`.

use bverify_contracts::*;

#[ensures(|r| { let low = if a < b { a } else { b }; r == low })]
#[ensures(|r| match r { 0 => a == 0 || b == 0, _ => a > 0 && b > 0 })]
pub fn min(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}
