//! An iterator behind `&mut` holds a reference into a list.
use bverify_contracts::*;

pub struct Node {
    value: u8,
    next: Option<Box<Node>>,
}

pub struct Iter<'a> {
    next: Option<&'a Node>,
}

impl<'a> Iter<'a> {
    #[ensures(old(self.next.chain(next).len()) > 0 ==> self.next.chain(next).len() + 1 == old(self.next.chain(next).len()))]
    pub fn next(&mut self) -> Option<&'a u8> {
        let node = self.next?;
        self.next = node.next.as_deref();
        Some(&node.value)
    }
}
