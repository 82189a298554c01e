//! What a counting pointer led to on entry is not compared with what it leads to now.
use std::cell::Cell;
use std::rc::Rc;

use bverify_contracts::*;

#[ensures(*shared == old(*shared))]
pub fn flip(shared: &mut Rc<Cell<u8>>) {
    shared.set(shared.get() ^ 1);
}

#[ensures(*shared == old(*shared))]
pub fn renew(shared: &mut Rc<u8>) {
    *shared = Rc::new(**shared);
}
