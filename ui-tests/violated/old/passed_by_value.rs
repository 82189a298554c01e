//! What is passed by value means what it was on entry, and so does what it leads to: the report says so
//! of what the function has changed.

use bverify_contracts::*;
use std::cell::Cell;
use std::rc::Rc;

pub struct Chunk {
    size: i32,
    next: Option<Box<Chunk>>,
}

#[ensures(b.size == result)]
pub fn boxed(mut b: Box<Chunk>) -> i32 {
    b.next = None;
    b.size = 7;
    b.size
}

#[ensures(v.len() == result)]
pub fn pushed(mut v: Vec<i32>) -> usize {
    v.push(1);
    v.len()
}

#[ensures(c.get() == result)]
pub fn counted(c: Rc<Cell<i32>>) -> i32 {
    c.set(7);
    7
}

impl Chunk {
    #[ensures(result.size == self.size + 1)]
    pub fn grown(mut self) -> Chunk {
        self.size = self.size.wrapping_add(2);
        self
    }

    // The run changes nothing of what the clause says: nothing is to be explained.
    #[ensures(result == self.size + 1)]
    pub fn told(self) -> i32 {
        self.size
    }
}
