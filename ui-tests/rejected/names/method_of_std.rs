//! A method of std that is nearly one that there is.
use bverify_contracts::*;

#[ensures(v.is_emtpy() ==> result == 0)]
pub fn size(v: &Vec<u8>) -> usize {
    v.len()
}
