//! The pair comes back as it was.

use bverify_contracts::*;

#[ensures(result.0 == pair.1)]
#[ensures(result.1 == pair.0)]
pub fn swap<T>(pair: (T, T)) -> (T, T) {
    let (a, b) = pair;
    (a, b)
}
