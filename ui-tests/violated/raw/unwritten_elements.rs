//! A vector that is given away has all of its elements.
use bverify_contracts::*;

#[ensures(result.len() == 2)]
pub fn never_written() -> Vec<u8> {
    let mut values = Vec::with_capacity(2);
    unsafe { values.set_len(2) }
    values
}

#[ensures(values.len() == old(values.len()) + 1)]
pub fn one_too_many(values: &mut Vec<u16>) {
    values.reserve(1);
    unsafe { values.set_len(values.len() + 1) }
}
