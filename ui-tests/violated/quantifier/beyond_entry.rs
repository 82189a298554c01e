//! What a quantifier says of numbers that only the code computes: they are no values of the entry.
use bverify_contracts::*;

#[requires(n <= 3)]
#[ensures(forall(|i: usize| i < result.len() ==> result[i] < 20))]
pub fn count_up(n: usize) -> Vec<usize> {
    let mut all = Vec::new();
    let mut next = 0;
    while next < 16 + 2 * n {
        all.push(next);
        next += 1;
    }
    all
}

#[requires(x < 16)]
#[ensures(forall(|y: u32| y + 5 <= result ==> y < 40))]
pub fn triple(x: u32) -> u32 {
    x * 3 + 1
}

#[ensures(exists(|y: u32| y == result && y > 60 && y % 2 == 1))]
pub fn add(x: u32) -> u32 {
    x % 16 + 50
}
