//! A pure trusted function gives equal results for equal arguments.

use bverify_contracts::*;

#[trusted]
#[pure]
fn weight(n: u32) -> u32 {
    n
}

#[ensures(result == (weight(a) == weight(b)))]
#[ensures(a == b ==> result)]
pub fn alike(a: u32, b: u32) -> bool {
    weight(a) == weight(a)
}
