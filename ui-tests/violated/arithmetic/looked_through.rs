//! Numbers come in of which functions of bits make those that are asked for.

use bverify_contracts::*;

#[ensures(result)]
pub fn inverted(x: u32) -> bool {
    !x != 1000
}

#[ensures(result)]
pub fn swapped(x: u32) -> bool {
    x.swap_bytes() != 0xdead_beef
}

#[ensures(result)]
pub fn counted(x: u64) -> bool {
    x.count_ones() != 17
}

#[ensures(result)]
pub fn scattered(x: u32) -> bool {
    x.wrapping_mul(2_654_435_761) != 7
}

fn cost(n: u16) -> u32 {
    u32::from(n) * u32::from(n) + 3
}

#[ensures(result)]
pub fn reached(n: u16) -> bool {
    cost(n) != 1_234_324
}
