//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[requires(low <= high)]
#[ensures(low <= result && result <= high)]
#[ensures(low <= x && x <= high ==> result == x)]
pub fn clamp(x: i64, low: i64, high: i64) -> i64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
