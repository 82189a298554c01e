//! What is linked is not lost, by whichever raw pointer; nor is what moves from one owner to another.
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
        let next = self.head;
        self.head = Box::into_raw(Box::new(Node { value, next }));
        unsafe { (*self.head).value = value };
    }

    #[ensures(self.head.is_null())]
    pub fn take(&mut self) -> Stack {
        let head = self.head;
        self.head = std::ptr::null_mut();
        let taken = Stack { head };
        unsafe { std::ptr::read(&taken) }
    }
}
