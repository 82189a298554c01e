//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

#[ensures(a.iter().chain(b.iter()).all(|x| *x <= result))]
#[ensures(result == 0 || a.iter().chain(b).any(|x| *x == result))]
pub fn largest(a: &[u8], b: &[u8]) -> u8 {
    let mut largest = 0;
    for x in a.iter().chain(b) {
        if *x > largest {
            largest = *x;
        }
    }
    largest
}
