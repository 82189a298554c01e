//! A vector has at least the room that was asked for.
use bverify_contracts::*;

#[requires(n <= 3)]
#[ensures(result.capacity() == n as usize)]
#[ensures(n == 0 ==> result.capacity() == 0)]
pub fn with_room(n: u8) -> Vec<u8> {
    Vec::with_capacity(n as usize)
}

#[ensures(v.len() == 0 && old(v.capacity()) == 0 ==> v.capacity() == 4)]
pub fn more(v: &mut Vec<u8>) {
    v.reserve(2);
}

#[requires(v.len() == 2)]
#[ensures(v.capacity() == 2)]
pub fn less(v: &mut Vec<u8>) {
    v.shrink_to_fit();
}
