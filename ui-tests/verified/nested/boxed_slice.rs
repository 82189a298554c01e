//! A boxed slice in a struct behind a reference that is not empty.
use bverify_contracts::*;

pub struct Ring {
    slots: Box<[u8]>,
    head: usize,
}

#[requires(ring.head < ring.slots.len())]
#[ensures(result == ring.slots[old(ring.head)])]
pub fn rotate(ring: &mut Ring) -> u8 {
    let value = ring.slots[ring.head];
    ring.head = (ring.head + 1) % ring.slots.len();
    value
}
