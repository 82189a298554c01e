//! What is changed in its place sinks: the greatest element is not the last one that was written.

use std::collections::BinaryHeap;

#[bverify_contracts::requires(!heap.is_empty())]
#[bverify_contracts::ensures(heap.len() == old(heap.len()))]
pub fn lower(heap: &mut BinaryHeap<u8>) {
    *heap.peek_mut().unwrap() = 0;
    assert!(*heap.peek().unwrap() == 0);
}
