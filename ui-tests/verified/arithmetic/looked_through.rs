//! Of some numbers functions of bits make none that is asked for.

use bverify_contracts::*;

#[ensures(result)]
pub fn inverted(x: u32) -> bool {
    !x != 1000 || x == 4_294_966_295
}

#[ensures(result)]
pub fn swapped(x: u32) -> bool {
    x.swap_bytes() != 0xdead_beef || x == 0xefbe_adde
}

#[ensures(result)]
pub fn counted(x: u64) -> bool {
    x.count_ones() != 65
}

#[ensures(result)]
pub fn scattered(x: u32) -> bool {
    x.wrapping_mul(2_654_435_762) != 7
}

fn cost(n: u16) -> u32 {
    u32::from(n) * u32::from(n) + 3
}

#[ensures(result)]
pub fn reached(n: u16) -> bool {
    cost(n) != 1_234_325
}
