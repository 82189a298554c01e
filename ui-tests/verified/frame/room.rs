//! Room is no value: a vector or map that holds what it held has not changed.

use bverify_contracts::*;
use std::collections::HashMap;

#[modifies()]
pub fn push_and_pop(v: &mut Vec<u8>) {
    v.push(1);
    v.pop();
}

#[modifies()]
pub fn in_rows(rows: &mut Vec<Vec<u8>>) {
    for row in rows.iter_mut() {
        row.push(1);
        row.pop();
    }
    rows.push(Vec::new());
    rows.pop();
}

#[modifies()]
pub fn put_and_take(m: &mut HashMap<u8, u8>, k: u8) {
    if !m.contains_key(&k) {
        m.insert(k, 1);
        m.remove(&k);
    }
}

#[modifies()]
pub fn renewed(v: &mut Vec<u8>) {
    *v = v.clone();
}

#[modifies(v[0])]
#[requires(v.len() > 1)]
pub fn first(v: &mut Vec<u8>) {
    v.reserve(3);
    v[0] = 3;
    v.shrink_to_fit();
}
