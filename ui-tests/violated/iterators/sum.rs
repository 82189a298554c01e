//! Chains of iterators in clauses.

use bverify_contracts::*;

#[requires(v.len() < 3 && v.iter().all(|x| *x < 10))]
#[ensures(result == v.iter().map(|x| *x as u32 + 1).sum::<u32>())]
#[ensures(v.iter().filter(|x| **x > 4).count() <= v.len())]
pub fn total(v: &[u8]) -> u32 {
    let mut sum = 0;
    for x in v {
        sum += *x as u32;
    }
    sum
}
