//! Raw pointers that come in may lead into the middle of objects: to fields and elements.
use bverify_contracts::*;

pub struct Slots {
    all: [u8; 3],
    at: *mut u8,
}

pub struct Link {
    next: *mut Link,
}

pub struct Ring {
    root: Link,
    len: usize,
}

impl Slots {
    #[requires((0..3).any(|i| same(self.at, &self.all[i])))]
    #[ensures((1..3).any(|i| same(self.at, &self.all[i])))]
    pub fn advance(&mut self) {
        self.at = unsafe { self.at.add(1) };
    }
}

#[ensures(result)]
pub fn is_empty(ring: &Ring) -> bool {
    std::ptr::eq(ring.root.next, &ring.root)
}
