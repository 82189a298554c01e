//! A binding without a value.

#[core::contracts::requires(let n = ; n > 0)]
fn half(x: u32) -> u32 {
    x / 2
}
