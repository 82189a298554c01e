//! `sum`, `count`, `sorted` and `permutation`.

use bverify_contracts::*;

#[ensures(sum(seq![a, b]) == a + b && count(seq![a, b], |x| x > 200) <= 2)]
#[ensures(sorted(seq![result.0, result.1]))]
#[ensures(permutation(seq![a, b], seq![result.0, result.1]))]
pub fn sort(a: u8, b: u8) -> (u8, u8) {
    if a <= b { (a, b) } else { (b, a) }
}
