//! The contract of a trusted function stands for its calls.

use bverify_contracts::*;

#[trusted]
#[requires(n < 10)]
#[ensures(result > n)]
fn above(n: u32) -> u32 {
    unimplemented!()
}

#[requires(n < 9)]
#[ensures(result > n + 1)]
pub fn twice(n: u32) -> u32 {
    let m = above(n);
    if m < 10 { above(m) } else { n + 2 }
}
