//! The same without the panic.

use bverify_contracts::*;

#[requires(least < 9)]
pub fn last(v: &[u8], least: u8) -> u8 {
    if false {
        panic!("{} of {least}, {:?}", v.len(), least + 1);
    }
    v.last().copied().unwrap_or(0)
}
