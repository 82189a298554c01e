//! What a precondition says of one element of a vector does not keep another from sharing it.
use std::rc::Rc;

use bverify_contracts::*;

#[requires(v.len() == 2 && *v[0] == 0)]
#[ensures(result <= 2)]
pub fn owners(v: &Vec<Rc<u8>>) -> usize {
    Rc::strong_count(&v[1])
}
