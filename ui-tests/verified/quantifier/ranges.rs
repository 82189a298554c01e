use bverify_contracts::*;

#[requires(n < 6)]
#[ensures((0..=n).all(|i| (i..=n).any(|j| j == n)))]
#[ensures((0..n).rev().all(|i| i < n) && (0..n).map(|i| i * 2).all(|x| x < 2 * n))]
#[ensures(result == (0..n).filter(|i| i % 2 == 0).count())]
pub fn evens(n: usize) -> usize {
    n.div_ceil(2)
}
