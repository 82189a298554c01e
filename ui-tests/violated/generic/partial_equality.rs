//! Under `check(partial)`, `PartialEq` alone does not promise that a value equals itself.
use bverify_contracts::*;

#[check(partial)]
#[ensures(result)]
pub fn same<T: PartialEq>(x: T) -> bool {
    x == x
}

#[check(partial)]
#[ensures(result == v.seq().contains(x))]
pub fn contains<T: PartialEq>(v: &[T], x: &T) -> bool {
    v.iter().any(|y| y == x)
}
