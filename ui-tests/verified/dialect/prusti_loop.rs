//! Prusti: claims in bodies.

use prusti_contracts::*;

#[requires(n < 8)]
#[ensures(result == n)]
pub fn count(n: u32) -> u32 {
    let mut i = 0;
    while i < n {
        body_invariant!(i <= n);
        body_variant!(n - i);
        i += 1;
    }
    prusti_assert!(i >= n ==> i == n);
    i
}
