// flags: --modular
//! A recursive call means its contract too; that it ends is for the measure to say.
use bverify_contracts::*;

#[requires(n <= 1000)]
#[decreases(n)]
#[ensures(result == n * 2)]
pub fn double(n: u32) -> u32 {
    if n == 0 { 0 } else { double(n) }
}
