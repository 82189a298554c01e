use bverify_contracts::*;

pub trait Scale {
    #[requires(k > 0)]
    #[ensures(result > 1)]
    fn scale(&self, k: u8) -> u8 {
        k.saturating_add(1)
    }

    #[requires(k > 2)]
    #[ensures(result > 2)]
    fn keep(&self, k: u8) -> u8;
}

pub struct Unit;

impl Scale for Unit {
    #[requires(k > 1)]
    #[ensures(result == k)]
    fn keep(&self, k: u8) -> u8 {
        k
    }
}
