//! Functions that std asks: what they answered is told, and a test answers the same.
use bverify_contracts::*;

#[ensures(result <= 1)]
pub fn count(v: &[u8], f: impl FnMut(&&u8) -> bool) -> usize {
    v.iter().take(1).chain(&v[v.len().min(1)..]).filter(f).count()
}

#[ensures(result <= 1)]
pub fn count_by_hand(v: &[u8], mut f: impl FnMut(&u8) -> bool) -> usize {
    let mut n = 0;
    for x in &v[..v.len().min(2)] {
        if f(x) {
            n += 1;
        }
    }
    n
}

#[ensures(v.len() == old(v.len()))]
pub fn keep<T, F: FnMut(&T) -> bool>(v: &mut Vec<T>, f: F) {
    v.retain(f);
}

#[ensures(result.is_none() != v.is_none())]
pub fn map<T, U>(v: Option<T>, f: impl FnOnce(T) -> U) -> Option<U> {
    v.map(f)
}

#[ensures(result.len() <= 1)]
pub fn copy<'a, I>(items: I) -> Vec<u8>
where
    I: IntoIterator<Item = &'a u8>,
{
    items.into_iter().take(2).copied().collect()
}
