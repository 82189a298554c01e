//! A function that says it changes nothing counts its calls.

use bverify_contracts::*;

pub struct Cache {
    pub value: i32,
    pub hits: u32,
}

#[modifies()]
#[ensures(result == cache.value)]
pub fn look(cache: &mut Cache) -> i32 {
    cache.hits = 1;
    cache.value
}
