//! Inline assembly is not modelled.

use bverify_contracts::*;

#[ensures(result == x)]
pub fn through_a_register(x: u64) -> u64 {
    let y: u64;
    unsafe {
        std::arch::asm!("mov {}, {}", out(reg) y, in(reg) x);
    }
    y
}
