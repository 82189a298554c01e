//! An unstable sort leaves equal elements in any order.
use bverify_contracts::*;

#[requires(v.len() == 2 && v[0].0 == v[1].0)]
#[ensures(v[0].1 == old(v[0].1))]
pub fn by_first(v: &mut Vec<(u8, bool)>) {
    v.sort_unstable_by_key(|it| it.0);
}

#[requires(v.len() == 3)]
#[ensures(v[0] <= v[1])]
pub fn greatest(v: &mut Vec<u8>) -> u8 {
    *v.select_nth_unstable(2).1
}
