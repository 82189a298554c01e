//! A vector as a sequence, which three functions change otherwise than they say.

use bverify_contracts::*;

#[ensures(v.seq() == old(v.seq()).push(x))]
pub fn append(v: &mut Vec<u8>, x: u8) {
    v.insert(0, x);
}

#[ensures(old(v.seq()).skip(1) == v.seq())]
#[requires(!v.is_empty())]
pub fn behead(v: &mut Vec<u8>) -> u8 {
    v.swap_remove(0)
}

#[ensures((0..v.len()).all(|i| v[i] == 0))]
pub fn wipe(v: &mut Vec<u8>) {
    for i in 1..v.len() {
        v[i] = 0;
    }
}
