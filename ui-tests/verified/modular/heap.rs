// flags: --modular
//! What a contract cannot stand for, since it changes memory behind pointers, is looked into.
use bverify_contracts::*;

#[ensures(v.len() == old(v.len()) + 1)]
fn append(v: &mut Vec<u8>, x: u8) {
    v.push(x);
}

#[ensures(v.len() == old(v.len()) + 2)]
pub fn append_two(v: &mut Vec<u8>) {
    append(v, 1);
    append(v, 2);
}
