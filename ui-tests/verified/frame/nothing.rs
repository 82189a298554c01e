//! The twin of the violated case, with the smallest fix.

use bverify_contracts::*;

pub struct Cache {
    pub value: i32,
    pub hits: u32,
}

#[modifies()]
#[ensures(result == cache.value)]
pub fn look(cache: &mut Cache) -> i32 {
    cache.value
}
