//! What std gives to a closure is told where the closure begins.

use bverify_contracts::*;

#[ensures(result.iter().all(|x| keep(*x)))]
pub fn retain<F: Fn(i32) -> bool>(v: Vec<i32>, keep: F) -> Vec<i32> {
    let mut out = vec![];
    for (i, x) in v.into_iter().enumerate() {
        if i == 0 || keep(x) {
            out.push(x);
        }
    }
    out
}

#[ensures(result == v.len())]
pub fn count(v: &[u8]) -> usize {
    let mut n = 0;
    v.iter().filter(|x| **x > 1).for_each(|_| n += 1);
    n
}
