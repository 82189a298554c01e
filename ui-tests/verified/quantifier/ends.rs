//! What a variable is compared with after arithmetic bounds it as well.
use bverify_contracts::*;

#[ensures(result <==> forall(|k: usize| k + 1 < v.len() ==> v[k] <= v[k + 1]))]
pub fn is_sorted(v: &[u8]) -> bool {
    let mut i = 1;
    while i < v.len() {
        if v[i - 1] > v[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[requires(forall(|k: usize| k * 2 < v.len() ==> v[k * 2] == 0))]
#[ensures(v.len() > 2 ==> v[2] == 0)]
pub fn even(v: &[u8]) {}

#[requires(forall(|i: usize, j: usize| i + 1 <= j && j < v.len() ==> v[i] < v[j]))]
#[ensures(v.len() > 2 ==> v[0] < v[2])]
pub fn ascending(v: &[u8]) {}

#[requires(n > 0 && n < 3)]
#[ensures(exists(|k: u32| k / 2 < n && k * k == result))]
pub fn square(n: u32) -> u32 {
    (2 * n - 1) * (2 * n - 1)
}

#[ensures(forall(|k: i32| -3 <= k - 1 && k + 1 < 4 ==> k * k <= result))]
pub fn signed() -> i32 {
    4
}
