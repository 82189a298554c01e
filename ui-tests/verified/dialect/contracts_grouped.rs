//! The crate `contracts`: several clauses in one attribute.

#[contracts::contract(requires(x > 0, x < 50), debug_ensures(ret > x))]
pub fn double(x: u32) -> u32 {
    x * 2
}
