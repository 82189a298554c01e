//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(x < 16)]
#[ensures(result ==> exists(|k: u8| k * 3 == x))]
pub fn is_multiple_of_three(x: u8) -> bool {
    x % 3 == 0
}
