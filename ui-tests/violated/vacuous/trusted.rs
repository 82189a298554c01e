//! A trusted contract that nothing can satisfy does not verify its callers.

use bverify_contracts::*;

#[trusted]
#[ensures(result > n)]
#[ensures(result < n)]
fn between(n: u32) -> u32 {
    n
}

#[requires(n < 5)]
#[ensures(result == n + 1)]
pub fn call(n: u32, flag: bool) -> u32 {
    if flag { between(n) } else { n + 1 }
}
