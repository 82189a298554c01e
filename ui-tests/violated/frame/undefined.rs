//! A place that is not there: the clause is not well defined.

use bverify_contracts::*;

#[modifies(v[i])]
pub fn clear(v: &mut Vec<u8>, i: usize) {
    if i < v.len() {
        v[i] = 0;
    }
}
