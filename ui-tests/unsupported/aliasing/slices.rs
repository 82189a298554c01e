//! Slices of cells may overlap, which no pre-state has yet.
use std::cell::Cell;

use bverify_contracts::*;

#[ensures(a.len() == 0 || a[0].get() == old(a[0].get()))]
pub fn flip(a: &[Cell<u8>], b: &[Cell<u8>]) {
    for it in b {
        it.set(it.get() ^ 1);
    }
}
