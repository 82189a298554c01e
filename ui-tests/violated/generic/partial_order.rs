//! Under `check(partial)`, an order of which only `PartialOrd` is known need not be total.
use bverify_contracts::*;

#[ensures(result)]
#[check(partial)]
pub fn is_total<T: PartialOrd>(a: T, b: T) -> bool {
    a <= b || b <= a
}
