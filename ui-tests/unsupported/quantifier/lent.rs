//! Whether `x` is the value that is there now or the place is not told.
use bverify_contracts::*;

#[ensures(v.iter().all(|x| old(v.contains(x))))]
pub fn shrink(v: &mut Vec<u8>) {
    v.pop();
}
