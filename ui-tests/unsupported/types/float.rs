//! Floating point numbers that come in are not calculated with.

use bverify_contracts::*;

#[ensures(result >= 0.0)]
pub fn square(x: f64) -> f64 {
    x * x
}
