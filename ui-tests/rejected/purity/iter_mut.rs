//! An iterator that hands out `&mut`.

use bverify_contracts::*;

#[ensures(v.iter_mut().all(|x| *x > 0))]
pub fn touch(v: &mut [u8]) {
    for x in v {
        *x = 1;
    }
}
