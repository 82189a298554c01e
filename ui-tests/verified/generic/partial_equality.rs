//! `Eq` promises that a value equals itself; `PartialEq` does not.
use bverify_contracts::*;

#[ensures(result)]
pub fn same<T: Eq>(x: T) -> bool {
    x == x
}
