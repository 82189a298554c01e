use bverify_contracts::*;

#[requires(old(x) > 0)]
pub fn positive(x: u8) -> u8 {
    x
}

#[requires(unchanged(*x))]
pub fn steady(x: &mut u8) {}
