//! A clause that would count an owner more.

use std::rc::Rc;

use bverify_contracts::*;

#[ensures(*Rc::clone(&result) == n)]
pub fn share(n: u8) -> Rc<u8> {
    Rc::new(n)
}
