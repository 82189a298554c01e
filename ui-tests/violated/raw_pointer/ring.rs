//! A ring of nodes behind raw pointers, in which a neighbour is not told of the new one.

use bverify_contracts::*;

pub struct Node {
    value: u8,
    prev: *mut Node,
    next: *mut Node,
}

#[invariant(!self.header.is_null())]
#[invariant(self.header.chain(next).all(|node| !node.next.is_null() && same((*node.next).prev, node)))]
pub struct Ring {
    header: *mut Node,
}

impl Ring {
    #[model]
    pub fn view(&self) -> Seq<u8> {
        self.header.chain(next).skip(1).map(|node| node.value)
    }

    #[ensures(self.view() == old(self.view()).push_front(value))]
    pub fn push_front(&mut self, value: u8) {
        unsafe {
            let next = (*self.header).next;
            let new = Box::into_raw(Box::new(Node {
                value,
                prev: self.header,
                next,
            }));
            (*self.header).next = new;
        }
    }
}
