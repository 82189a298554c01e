//! Tuples of many parts are ordered by the first that differs.

use std::collections::BTreeMap;

use bverify_contracts::*;

#[ensures(result <==> a.0 < b.0 || a.0 == b.0 && (a.1 < b.1 || a.1 == b.1 && a.2 <= b.2))]
pub fn is_before(a: (u8, u8, u8), b: (u8, u8, u8)) -> bool {
    a < b
}
