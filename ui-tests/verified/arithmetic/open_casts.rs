//! A cast says nothing of the type of what is cast, unless that is a literal.
use bverify_contracts::*;

#[ensures(result == 0)]
pub fn wraps_afterwards() -> u8 {
    let mut number = 255;
    number += 1;
    number as u8
}

#[ensures(result == u64::MAX)]
pub fn below_zero() -> u64 {
    let number = 0;
    (number - 1) as u64
}

#[requires(at < 2)]
#[ensures(result == at)]
pub fn decided_later(pair: &[u8; 2], at: u32) -> u32 {
    let mut place = 0;
    let _ = pair[place as usize];
    place = at;
    place
}

#[ensures(result == 3_000_000_000)]
pub fn literal() -> u64 {
    3_000_000_000 as u64
}

#[ensures(result == -1)]
pub fn negative() -> i64 {
    -1 as i64
}
