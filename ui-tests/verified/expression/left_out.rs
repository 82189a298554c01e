// A `match` or `let` of a clause that leaves values out is not well defined of those.
use bverify_contracts::*;

pub enum Slot {
    Free,
    Used(u8),
}

#[ensures(match n { 0 => !result, 1..=255 => result })]
pub fn some(n: u8) -> bool {
    n != 0
}

#[ensures(match slot { Slot::Used(n) => result == n / 2, Slot::Free => result == 1 })]
pub fn half(slot: &Slot) -> u8 {
    match slot {
        Slot::Free => 1,
        Slot::Used(n) => n / 2,
    }
}

#[ensures({ let (x, Some(_) | None) = result; x == 1 })]
pub fn first() -> (u8, Option<u8>) {
    (1, None)
}

#[ensures(match (a, result) { (None, r) => r == 0, (Some(true), r) => r == 1, (Some(false), r) => r == 2 })]
pub fn code(a: Option<bool>) -> u8 {
    match a {
        None => 0,
        Some(true) => 1,
        Some(false) => 2,
    }
}
