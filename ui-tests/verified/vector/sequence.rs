//! A vector as a sequence: what is pushed comes last, what is popped was there.

use bverify_contracts::*;

#[ensures(v.seq() == old(v.seq()).push(x))]
pub fn append(v: &mut Vec<u8>, x: u8) {
    v.push(x);
}

#[ensures(old(v.seq()).skip(1) == v.seq())]
#[requires(!v.is_empty())]
pub fn behead(v: &mut Vec<u8>) -> u8 {
    v.remove(0)
}

#[ensures((0..v.len()).all(|i| v[i] == 0))]
pub fn wipe(v: &mut Vec<u8>) {
    for i in 0..v.len() {
        v[i] = 0;
    }
}
