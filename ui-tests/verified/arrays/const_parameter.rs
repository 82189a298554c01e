//! A const parameter takes every value up to the scope.
use bverify_contracts::*;

pub struct Fixed<T, const CAP: usize> {
    items: [Option<T>; CAP],
    len: usize,
}

#[invariant(self.len <= CAP)]
impl<T, const CAP: usize> Fixed<T, CAP> {
    #[ensures(result == (old(self.len) < CAP))]
    pub fn push(&mut self, item: T) -> bool {
        if self.len == CAP {
            return false;
        }
        self.items[self.len] = Some(item);
        self.len += 1;
        true
    }
}

#[requires(N > 0)]
#[ensures(result == of[N - 1])]
pub fn last<T: Copy, const N: usize>(of: [T; N]) -> T {
    of[N - 1]
}

#[check(N = 1)]
#[ensures(result < 2)]
pub fn len_or_zero<const N: usize, const COUNTED: bool>(of: &[u8; N]) -> usize {
    if COUNTED { of.len() } else { 0 }
}
