//! `any`, and an iterator that is moved on by hand.

use bverify_contracts::*;

#[ensures(result == v.iter().any(|x| *x > 4))]
#[ensures(v.iter().next().is_none() ==> !result)]
pub fn any_large(v: &[u8]) -> bool {
    let mut found = false;
    for x in v {
        if *x > 3 {
            found = true;
        }
    }
    found
}
