//! With room the elements stay where they are; where nobody compares locations, nothing else can be told.
use bverify_contracts::*;

#[requires(v.len() > 0 && v.len() < v.capacity())]
#[ensures(same(&v[0], old(&v[0])))]
pub fn stays(v: &mut Vec<u8>, x: u8) {
    v.push(x);
}

/// Each of the two may have to grow, a vector without a buffer as well.
#[ensures(v.seq() == old(v.seq()).push(x).push(y))]
#[ensures(v.capacity() >= v.len() && v.capacity() >= old(v.capacity()))]
pub fn push_two<T: Clone>(v: &mut Vec<T>, x: T, y: T) {
    v.push(x);
    v.push(y);
}

#[ensures(result.capacity() >= 5)]
pub fn doubles() -> Vec<u8> {
    let mut v = Vec::new();
    for i in 0..5 {
        v.push(i);
    }
    v
}
