//! The crate `contracts`: contracts of a trait bind its implementations.

use contracts::*;

#[contract_trait]
pub trait Shrink {
    #[requires(x > 0)]
    #[ensures(ret < x)]
    fn shrink(&self, x: u32) -> u32;
}

pub struct Half;

#[contract_trait]
impl Shrink for Half {
    fn shrink(&self, x: u32) -> u32 {
        x - x / 2
    }
}
