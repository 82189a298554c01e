//! Machine integers inside of values compare with mathematical ones.
use bverify_contracts::*;

#[requires(x < 255)]
#[ensures(Some(x + 1) == result.0 && (x + 1, x) == (result.1, x))]
pub fn next(x: u8) -> (Option<u8>, u8) {
    (Some(x + 1), x + 1)
}

#[requires(v.iter().all(|x| *x > 0))]
#[ensures(result.seq() == v.seq().map(|x| x - 1))]
#[ensures(v.seq().map(|x| x - 1).to_set() == result.seq().to_set())]
#[ensures(result == v.seq().map(|x| x - 1))]
pub fn down(v: &Vec<u8>) -> Vec<u8> {
    v.iter().map(|x| x - 1).collect()
}

#[ensures(result != seq![x + 1])]
pub fn none(x: u8) -> Vec<u8> {
    vec![x]
}
