// What sequences have and vectors do not is asked of the sequence.
use bverify_contracts::*;

#[ensures(result.to_set() == v.seq().to_set())]
pub fn copy(v: &[u8]) -> Vec<u8> {
    v.to_vec()
}

#[ensures(result.seq().frist() == v.seq().first())]
pub fn copied(v: &[u8]) -> Vec<u8> {
    v.to_vec()
}
