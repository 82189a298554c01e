//! The constants of a contract come in, however many the function has.
use bverify_contracts::*;

#[ensures(x != 194 || x > 100)]
pub fn classify(x: u8, kind: u32) -> u32 {
    match kind {
        30 => 1,
        40 => 2,
        50 => 3,
        60 => 4,
        70 => 5,
        80 => 6,
        90 => 7,
        100 => 8,
        110 => 9,
        120 => 10,
        130 => 11,
        140 => 12,
        _ => u32::from(x),
    }
}
