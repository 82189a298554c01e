//! A boxed slice in a struct behind a reference may be empty.
use bverify_contracts::*;

pub struct Ring {
    slots: Box<[u8]>,
    head: usize,
}

#[requires(ring.head < ring.slots.len() || ring.head == 0)]
#[ensures(result == ring.slots[old(ring.head)])]
pub fn rotate(ring: &mut Ring) -> u8 {
    let value = ring.slots[ring.head];
    ring.head = (ring.head + 1) % ring.slots.len();
    value
}
