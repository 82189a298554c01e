//! Numbers from which an operation with a constant leads to one that is asked for come in as well.
use bverify_contracts::*;

#[ensures(result ==> x != 3)]
pub fn shifted(x: u32) -> bool {
    x >> 7 == 5
}

#[ensures(result ==> x != 3)]
pub fn divided(x: u32) -> bool {
    x / 10 == 77
}

#[ensures(x * 2 == 1000 ==> x == 500)]
pub fn doubled(x: u16) {}

#[ensures(result ==> x != 3)]
pub fn digits(x: u32) -> bool {
    (x / 10) % 100 == 77
}

#[ensures(result ==> x != 3)]
pub fn flipped(x: i32) -> bool {
    match x ^ 0x55 {
        1234 => true,
        _ => false,
    }
}
