//! What a vector holds is its value, whatever room there is for it.

use bverify_contracts::*;
use std::collections::HashMap;

#[modifies()]
pub fn push_and_remove(v: &mut Vec<u8>) {
    v.push(1);
    v.remove(0);
}

#[modifies()]
pub fn in_rows(rows: &mut Vec<Vec<u8>>) {
    for row in rows.iter_mut() {
        row.push(1);
    }
    rows.push(Vec::new());
    rows.pop();
}

#[modifies()]
pub fn put(m: &mut HashMap<u8, u8>, k: u8) {
    if !m.contains_key(&k) {
        m.insert(k, 1);
    }
}

#[modifies()]
pub fn renewed(v: &mut Vec<u8>) {
    *v = v.iter().rev().copied().collect();
}

#[modifies(v[0])]
#[requires(v.len() > 1)]
pub fn second(v: &mut Vec<u8>) {
    v.reserve(3);
    v[1] = 3;
    v.shrink_to_fit();
}
