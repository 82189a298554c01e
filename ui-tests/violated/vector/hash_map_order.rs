//! Iteration follows no order that a program could rely on.
use std::collections::HashMap;

use bverify_contracts::*;

#[requires(m.is_empty())]
#[ensures(result == 1)]
pub fn first(m: &mut HashMap<u8, u8>) -> u8 {
    m.insert(1, 10);
    m.insert(2, 20);
    match m.keys().next() {
        Some(key) => *key,
        None => 1,
    }
}
