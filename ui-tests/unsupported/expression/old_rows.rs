// Elements that hold memory of their own stay where they were on entry.
use bverify_contracts::*;

#[ensures(v.iter().rev().eq(old(v.clone()).iter()))]
pub fn turn(v: &mut Vec<String>) {
    v.reverse();
}
