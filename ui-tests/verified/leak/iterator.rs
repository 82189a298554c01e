//! An iterator passes nodes that are not its own: a type with a lifetime, or of `*const`, owns nothing.
use bverify_contracts::*;
use std::marker::PhantomData;

pub struct Node {
    value: u8,
    next: *mut Node,
}

#[invariant(self.next.is_null() || unsafe { (*self.next).next.is_null() })]
pub struct Iter<'a> {
    next: *mut Node,
    list: PhantomData<&'a Node>,
}

impl<'a> Iter<'a> {
    #[ensures(result.is_none() ==> old(self.next).is_null())]
    pub fn next(&mut self) -> Option<u8> {
        if self.next.is_null() {
            return None;
        }
        unsafe {
            let node = self.next;
            self.next = (*node).next;
            Some((*node).value)
        }
    }
}

#[invariant(self.at.is_null() || unsafe { (*self.at).next.is_null() })]
pub struct Cursor {
    at: *const Node,
}

impl Cursor {
    pub fn advance(&mut self) {
        if !self.at.is_null() {
            unsafe { self.at = (*self.at).next };
        }
    }
}
