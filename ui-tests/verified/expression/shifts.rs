use bverify_contracts::*;

#[ensures(result == a << (by % 8))]
#[ensures(1 << 3 == 8 && -5 >> 1 == -3 && 1 << 100 >> 98 == 4)]
pub fn shift(a: u32, by: u8) -> u64 {
    (a as u64) << (by & 7)
}
