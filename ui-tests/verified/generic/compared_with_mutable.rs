//! What is on the right of a comparison is coerced to what is on the left: `&mut T` to `&T`.
use bverify_contracts::*;

#[ensures(true)]
pub fn lower<T: PartialOrd + Copy>(low: &mut T, value: &T) {
    if value < low {
        *low = *value;
    }
}

#[ensures(result == (*a <= *b))]
pub fn compared<T: Ord>(a: &T, b: &mut T) -> bool {
    a <= b
}
