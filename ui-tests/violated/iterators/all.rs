//! A clause may move an iterator of its own on: `all`.

use bverify_contracts::*;

#[ensures(result == v.iter().all(|x| *x > 3))]
pub fn all_large(v: &[u8]) -> bool {
    for x in v {
        if *x < 3 {
            return false;
        }
    }
    true
}
