//! `PartialEq` alone does not promise that a value equals itself.
use bverify_contracts::*;

#[ensures(result)]
pub fn same<T: PartialEq>(x: T) -> bool {
    x == x
}
