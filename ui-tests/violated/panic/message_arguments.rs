//! What a panic says has the values of variables and the texts of expressions where its message has braces.

use bverify_contracts::*;

#[requires(least < 9)]
pub fn last(v: &[u8], least: u8) -> u8 {
    if v.len() < 2 {
        panic!("{} of {least}, {:?}", v.len(), least + 1);
    }
    v[v.len() - 1]
}
