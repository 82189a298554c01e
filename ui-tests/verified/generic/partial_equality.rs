//! `Eq` promises that a value equals itself; `PartialEq` does not, so it is said where it is taken for granted.
use bverify_contracts::*;

#[check(partial)]
#[ensures(result)]
pub fn same<T: Eq>(x: T) -> bool {
    x == x
}

#[ensures(result == v.seq().contains(x))]
pub fn contains<T: PartialEq>(v: &[T], x: &T) -> bool {
    v.iter().any(|y| y == x)
}
