//! A clause names a variable that does not exist.

use bverify_contracts::*;

#[ensures(result == nubmer)]
pub fn same(number: i32) -> i32 {
    number
}
