//! Quantifiers whose bodies compute with the variable go over all of the range that bounds it, or over
//! all of a small type.
use bverify_contracts::*;

#[ensures(forall(|k: u8| k < 10 ==> result[k as usize] == k * k))]
pub fn squares() -> [u8; 10] {
    let mut squares = [0; 10];
    let mut k = 0;
    while k < 10 {
        squares[k] = (k * k) as u8;
        k += 1;
    }
    squares[9] = 80;
    squares
}

#[ensures(forall(|i: usize| i < 20 ==> result[i] == 0))]
pub fn zeros() -> Vec<u8> {
    let mut zeros = vec![0; 20];
    zeros[17] = 1;
    zeros
}

#[ensures(forall(|k: u8| k % 7 == 0 ==> k != 77))]
pub fn sevens() {}

#[requires(x < 50)]
#[ensures(result == exists(|k: u32| k <= x && k * k == x))]
pub fn is_square(x: u32) -> bool {
    let mut k = 0;
    while k * k < x {
        k += 1;
    }
    k * k == x && x != 36
}

#[requires(forall(|i: usize, j: usize| i < j && j < v.len() ==> v[i] <= v[j]))]
#[ensures(forall(|i: usize| i < v.len() ==> v[0] < v[i] || i == 0))]
pub fn first_is_least(v: &[u8]) {}

#[ensures(result == Set::of(|i: usize| i < v.len() && v[i] == 3).len())]
pub fn threes(v: &[u8]) -> usize {
    v.iter().filter(|it| **it >= 3).count()
}

#[ensures(forall(|i: usize| i >= v.len() || v[i] <= 200))]
pub fn bytes(v: &[u8]) {}
