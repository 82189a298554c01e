//! `PartialOrd` keeps its laws: what is below is not above, and what is below what is below is below.
use bverify_contracts::*;

#[ensures(result)]
#[check(partial)]
pub fn is_transitive<T: PartialOrd>(a: T, b: T, c: T) -> bool {
    !(a < b && b < c) || a < c
}

#[ensures(result)]
#[check(partial)]
pub fn is_consistent<T: PartialOrd>(a: T, b: T) -> bool {
    let both = a < b && a > b;
    !both && (a < b) == (b > a) && (a <= b) == (a < b || a == b)
}

#[ensures(result)]
#[check(partial)]
pub fn larger_is_not_below<T: PartialOrd + Copy>(a: T, b: T) -> bool {
    let larger = if a < b { b } else { a };
    !(larger < a) && !(larger < b)
}
