//! Children in boxes, in a vector: the smallest value stays that of the root.
use bverify_contracts::*;

#[invariant(self.kids.iter().all(|kid| kid.value > self.value))]
pub struct Heap {
    value: u8,
    kids: Vec<Box<Heap>>,
}

#[check(scope = 2)]
#[requires(a.value != b.value)]
#[ensures(result.value <= old(a.value))]
pub fn meld(mut a: Heap, mut b: Heap) -> Heap {
    if a.value < b.value {
        a.kids.push(Box::new(b));
        a
    } else {
        b.kids.push(Box::new(a));
        b
    }
}
