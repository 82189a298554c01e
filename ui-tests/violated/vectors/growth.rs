//! A vector that has no room moves its elements: who compares locations can tell.
use bverify_contracts::*;

#[requires(v.len() > 0)]
#[ensures(same(&v[0], old(&v[0])))]
pub fn stays(v: &mut Vec<u8>, x: u8) {
    v.push(x);
}
