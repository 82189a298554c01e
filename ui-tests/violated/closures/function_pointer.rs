//! A function pointer leads to one of the functions whose address is taken, or to any that comes in.
use bverify_contracts::*;

fn up(x: u8) -> u8 {
    x.wrapping_add(1)
}

fn down(x: u8) -> u8 {
    x.wrapping_sub(1)
}

#[ensures(result == x.wrapping_add(1))]
pub fn step(x: u8, rising: bool) -> u8 {
    let step: fn(u8) -> u8 = if rising { up } else { down };
    step(x)
}

#[ensures(result < 7)]
pub fn bounded(f: fn(u8) -> u8, x: u8) -> u8 {
    f(x)
}
