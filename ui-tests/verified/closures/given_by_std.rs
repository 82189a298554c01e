//! The same with all that is asked.

use bverify_contracts::*;

#[ensures(result.iter().all(|x| keep(*x)))]
pub fn retain<F: Fn(i32) -> bool>(v: Vec<i32>, keep: F) -> Vec<i32> {
    let mut out = vec![];
    for (i, x) in v.into_iter().enumerate() {
        if keep(x) {
            out.push(x);
        }
    }
    out
}

#[ensures(result == v.len())]
pub fn count(v: &[u8]) -> usize {
    let mut n = 0;
    v.iter().filter(|x| **x <= 1 || **x > 1).for_each(|_| n += 1);
    n
}
