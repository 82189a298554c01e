//! A local precondition weakens the inherited one; each postcondition is due where its own held.

use bverify_contracts::*;

pub trait Divide {
    #[requires(d > 1)]
    #[ensures(result < n || n == 0)]
    fn divide(&self, n: u32, d: u32) -> u32;
}

pub struct Exact;

impl Divide for Exact {
    #[requires(d > 0)]
    #[ensures(result <= n)]
    fn divide(&self, n: u32, d: u32) -> u32 {
        n / d
    }
}
