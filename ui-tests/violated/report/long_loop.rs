//! Of many rounds of a loop the first and the last are told.
use bverify_contracts::*;

#[requires(n == 9)]
#[ensures(result == n)]
pub fn count(n: u8) -> u8 {
    let mut i = 0;
    let mut counted = 0;
    while i < n {
        i += 1;
        counted = i - i / 9;
    }
    counted
}
