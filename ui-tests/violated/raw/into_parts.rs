//! Raw pointers that come in may lead into the middle of objects: to fields, elements of arrays and of vectors.
use bverify_contracts::*;

pub struct Pair {
    left: u8,
    right: u8,
}

pub struct Slots {
    all: [u8; 3],
    at: *mut u8,
}

pub struct Arena {
    items: Vec<Pair>,
    top: *mut Pair,
}

pub struct Link {
    next: *mut Link,
}

pub struct Ring {
    root: Link,
    len: usize,
}

#[requires(same(at, &pair.left) || same(at, &pair.right))]
#[ensures(pair.left == 5)]
pub unsafe fn write(pair: &mut Pair, at: *mut u8) {
    unsafe { *at = 5 }
}

impl Slots {
    #[requires((0..3).any(|i| same(self.at, &self.all[i])))]
    #[ensures((1..3).any(|i| same(self.at, &self.all[i])))]
    pub fn advance(&mut self) {
        self.at = unsafe { self.at.add(1) };
    }
}

impl Arena {
    #[requires((0..self.items.len()).any(|i| same(self.top, &self.items[i])))]
    #[ensures(self.items[0].left == 3)]
    pub fn touch(&mut self) {
        unsafe { (*self.top).left = 3 }
    }

    /// The room may move.
    #[requires((0..self.items.len()).any(|i| same(self.top, &self.items[i])))]
    #[ensures(true)]
    pub fn grow(&mut self, pair: Pair) -> u8 {
        self.items.push(pair);
        unsafe { (*self.top).left }
    }
}

#[ensures(result)]
pub fn is_empty(ring: &Ring) -> bool {
    std::ptr::eq(ring.root.next, &ring.root)
}
