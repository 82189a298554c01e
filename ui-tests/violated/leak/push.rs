//! `push` forgets what was linked before.
use bverify_contracts::*;

pub struct Node {
    value: u8,
    next: *mut Node,
}

pub struct Stack {
    head: *mut Node,
}

impl Stack {
    #[ensures(unsafe { (*self.head).value } == value)]
    pub fn push(&mut self, value: u8) {
        let next = std::ptr::null_mut();
        self.head = Box::into_raw(Box::new(Node { value, next }));
        unsafe { (*self.head).value = value };
    }
}
