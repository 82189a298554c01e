//! What is passed by value means what it was on entry, and so does what it leads to; what is lent, what it is now.

use bverify_contracts::*;
use std::cell::Cell;
use std::rc::Rc;

pub struct Chunk {
    size: i32,
    next: Option<Box<Chunk>>,
}

#[ensures(result == 7 && b.size == old(b.size))]
pub fn boxed(mut b: Box<Chunk>) -> i32 {
    b.next = None;
    b.size = 7;
    b.size
}

#[ensures(v.len() + 1 == result && v.len() == old(v.len()))]
pub fn pushed(mut v: Vec<i32>) -> usize {
    v.push(1);
    v.len()
}

#[ensures(c.get() == result)]
pub fn counted(c: &Rc<Cell<i32>>) -> i32 {
    c.set(7);
    7
}

impl Chunk {
    #[ensures(result.size == self.size.wrapping_add(2))]
    pub fn grown(mut self) -> Chunk {
        self.size = self.size.wrapping_add(2);
        self
    }

    #[ensures(result == self.size)]
    pub fn told(self) -> i32 {
        self.size
    }
}
