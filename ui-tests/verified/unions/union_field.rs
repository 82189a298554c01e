// A union holds what was written to it last; the other slots of the pool keep what they hold.
use bverify_contracts::*;

#[derive(Clone, Copy)]
pub union Slot {
    value: i32,
    next: Link,
}

#[derive(Clone, Copy)]
pub struct Link {
    to: usize,
    back: usize,
}

#[ensures(result == value)]
pub fn stored(value: i32) -> i32 {
    let mut slot = Slot { next: Link { to: 3, back: 4 } };
    slot.value = value;
    unsafe { slot.value }
}

#[ensures(result == to)]
pub fn relinked(to: usize) -> usize {
    let mut slots = [Slot { value: 1 }, Slot { value: 2 }];
    slots[1].next = Link { to: 0, back: 9 };
    let link = unsafe { &mut slots[1].next };
    link.to = to;
    let copy = slots[1];
    unsafe { copy.next.to }
}
