//! What other languages write.

use bverify_contracts::*;


#[ensures(n <= result < n + 2)]
pub fn chained(n: u32) -> u32 {
    n
}

#[ensures(n => result)]
pub fn match_arrow(n: bool) -> bool {
    n
}

#[ensures(n -> result)]
pub fn arrow(n: bool) -> bool {
    n
}

#[ensures(result === n)]
pub fn structural(n: u32) -> u32 {
    n
}

#[ensures(forall i in 0..3: i <= result)]
pub fn quantified(n: u32) -> u32 {
    n
}
