//! What a temporary owns is not its own: the vector's elements are those of the argument.

use bverify_contracts::*;

#[ensures(old(*v).pop() == None)]
pub fn touch(v: &mut Vec<u8>) {
    v.clear();
}
