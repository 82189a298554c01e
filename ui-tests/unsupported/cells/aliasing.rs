//! Two references may lead to one cell, which no pre-state has yet.
use std::cell::Cell;

use bverify_contracts::*;

#[ensures(a.get() == old(a.get()))]
pub fn flip(a: &Cell<u8>, b: &Cell<u8>) {
    b.set(b.get() ^ 1);
}
