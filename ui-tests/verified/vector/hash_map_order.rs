//! Iteration gives each key, in some order.
use std::collections::HashMap;

use bverify_contracts::*;

#[requires(m.is_empty())]
#[ensures(result == 1 || result == 2)]
pub fn first(m: &mut HashMap<u8, u8>) -> u8 {
    m.insert(1, 10);
    m.insert(2, 20);
    match m.keys().next() {
        Some(key) => *key,
        None => 1,
    }
}
