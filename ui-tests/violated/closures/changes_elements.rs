//! A closure that is given a `&mut` may leave any value there.
use bverify_contracts::*;

#[requires(pair.len() == 2)]
#[ensures(pair[0] == old(pair[0]))]
pub fn change_first<T: Copy, F: FnMut(&mut T)>(pair: &mut Vec<T>, mut change: F) {
    change(&mut pair[0]);
}
