//! A cell that an argument shares may be the one that another refers to, whatever cells it owns itself.
use std::cell::Cell;
use std::rc::{Rc, Weak};

use bverify_contracts::*;

pub struct Both {
    own: Cell<u8>,
    shared: Rc<Cell<u8>>,
}

#[ensures(seen.get() == old(seen.get()))]
pub fn write(both: Both, seen: &Cell<u8>) {
    both.own.set(1);
    both.shared.set(seen.get() ^ 1);
}

#[ensures(seen.get() == old(seen.get()))]
pub fn revive(weak: &Weak<Cell<u8>>, seen: &Cell<u8>) {
    if let Some(cell) = weak.upgrade() {
        cell.set(seen.get() ^ 1);
    }
}
