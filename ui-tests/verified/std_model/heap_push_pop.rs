//! The greatest element of any heap; an empty one has none.

use std::collections::BinaryHeap;

#[bverify_contracts::ensures(result >= x)]
pub fn push_pop(heap: &mut BinaryHeap<u8>, x: u8) -> u8 {
    heap.push(x);
    heap.pop().unwrap()
}
