//! A const parameter takes every value up to the scope: full at once if it is 0, three only if it is 3.
use bverify_contracts::*;

pub struct Fixed<T, const CAP: usize> {
    items: [Option<T>; CAP],
    len: usize,
}

#[invariant(self.len <= CAP)]
impl<T, const CAP: usize> Fixed<T, CAP> {
    #[ensures(result)]
    pub fn push(&mut self, item: T) -> bool {
        self.items[self.len] = Some(item);
        self.len += 1;
        true
    }
}

#[ensures(result < 3)]
pub fn len<T: Copy, const N: usize>(of: [T; N]) -> usize {
    of.len()
}
