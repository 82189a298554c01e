//! The alias `safety::` means the same as `kani::`.

#[safety::requires(d != 0)]
#[safety::ensures(|q| *q <= n)]
pub fn divide(n: u32, d: u32) -> u32 {
    n / d + 1
}
