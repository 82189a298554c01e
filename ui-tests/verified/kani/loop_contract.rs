//! Contracts on loops.

#[kani::requires(n < 7)]
#[kani::ensures(|r| *r == n)]
fn count(n: u8) -> u8 {
    let mut i = 0;
    #[kani::loop_invariant(i <= n)]
    #[kani::loop_decreases(n - i)]
    while i < n {
        i += 1;
    }
    i
}
