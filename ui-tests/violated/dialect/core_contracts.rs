//! `core::contracts`: what a precondition binds is visible in the postcondition.

#[core::contracts::requires(x < 100)]
#[core::contracts::requires(let n = 2 * x; n > 0)]
#[core::contracts::ensures(move |r| *r == n)]
pub fn double(mut x: u32) -> u32 {
    x += 1;
    x
}
