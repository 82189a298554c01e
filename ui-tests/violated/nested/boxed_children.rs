//! Children in boxes, in a vector: the smallest value is not that of the root once a child is smaller.
use bverify_contracts::*;

#[invariant(self.kids.iter().all(|kid| kid.value > self.value))]
pub struct Heap {
    value: u8,
    kids: Vec<Box<Heap>>,
}

#[check(scope = 2)]
#[ensures(result.value <= old(a.value))]
pub fn meld(mut a: Heap, b: Heap) -> Heap {
    a.kids.push(Box::new(b));
    a
}
