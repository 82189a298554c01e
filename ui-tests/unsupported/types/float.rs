//! Floating point numbers are not modelled.

use bverify_contracts::*;

#[ensures(result >= 0.0)]
pub fn square(x: f64) -> f64 {
    x * x
}
