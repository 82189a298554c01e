//! `may_panic` allows a panic and does not ask for one.

use bverify_contracts::*;

#[may_panic(n > 4)]
#[ensures(result == n)]
pub fn f(n: u32) -> u32 {
    if n == 4 {
        panic!("four");
    }
    n
}
